"""Reading instructions: English or Chinese text to an `Intent`.

lexicon           what words mean (data: words/en.toml, words/zh.toml)
tokens, spelling  words, amounts, boxes; misspelt words
english           turns (constructions said again in plain words), words, speech (parts of speech), phrases, clause;
                  tales, beyond, sliders, sparing, frames: what people tell, ask of things and sliders, spare
                  then one class in layers: keeping, base, around, negation, verbs read a sentence, asking and telling
                  turn a finished clause into drafts; joined reads the halves of what is joined and lost one
chinese           characters (traditional and mistyped ones), frames, words (the cut), clause, layers phrases, saying,
                  keeping, verbs
meaning, wanting  what a property or a verb means beside a noun, the same for both languages
drafts            what stands when complaints, purposes and requests are weighed against each other
explain           an intent as plain data and as lines for people
"""

from dataclasses import replace

from jarvisevo.rules.intent import Intent
from jarvisevo.rules.language import chinese, english
from jarvisevo.rules.language.tokens import MAX_TEXT, is_chinese

MOST_WORDS = 120
"""Characters of an instruction that are repeated when it asks for nothing."""


def read(instruction: str) -> Intent:
    """Understand an instruction in English or Chinese: its first 4,000 characters; what is beyond is not understood."""
    intent = chinese.read(instruction) if is_chinese(instruction) else english.read(instruction)
    said = " ".join(instruction.split())
    if any(map(str.isalnum, said)) and not (
        intent.wants or intent.keep or intent.out_of_scope or intent.not_understood
    ):
        intent = replace(intent, out_of_scope=(said[:MOST_WORDS],))  # every word is known, and none asks for anything
    if len(instruction) > MAX_TEXT:
        beyond = f"{instruction[MAX_TEXT : MAX_TEXT + 20].strip()}…"
        return replace(intent, not_understood=(*intent.not_understood, beyond))
    return intent
