"""Nouns in a row, and what stands behind a predicate."""

from dataclasses import replace

from jarvisevo.rules.intent import Place
from jarvisevo.rules.language.chinese.clause import NOUNS, SIDES, State
from jarvisevo.rules.language.drafts import Drafts
from jarvisevo.rules.language.lexicon import Sense
from jarvisevo.rules.language.meaning import Hue, Phrase, Property
from jarvisevo.rules.language.tokens import Token


class Phrases:
    """The position in a clause; finds nouns, measures and objects from there."""

    def __init__(self) -> None:
        self.drafts = Drafts()
        self.outside: list[Place] = []
        self.rest = self.turned = False
        self.before = 0
        self.leaned = range(0)
        self.last: Place | None = None  # what 其他 leaves out
        self.topics: list[Phrase] = []
        self.complained: list[Phrase] = []
        self.tokens: list[Token] = []
        self.at = 0
        self.text = ""
        self.state = State()

    def _peek(self, ahead: int = 0) -> Token | None:
        at = self.at + ahead
        return self.tokens[at] if 0 <= at < len(self.tokens) else None

    def _is_phrase(self) -> bool:
        at = self.at
        found = self._phrase()
        self.at = at
        return found is not None

    def _color_is_noun(self) -> bool:
        """蓝色收一收, 去黄, 天空的蓝: the colour is a thing; 更蓝, 绿一点: it is said of one."""
        token, before, after = self._peek(), self._peek(-1), self._peek(1)
        assert token is not None
        if self.state.marks.too or self.state.marks.toward or self.state.marks.more and not token.text.endswith("色"):
            return False
        if (
            after is not None
            and any(after.sense(r) for r in ("noun", "tone", "place", "color"))
            and not after.sense("degree")
        ):
            return True
        if after is not None and (after.sense("degree") or after.says("enough")) and not token.text.endswith("色"):
            return False
        if before is not None and before.says("de") and after is not None:
            return True
        if after is not None and after.sense("verb") is not None and not after.sense("verb", "make", "be"):
            return True
        if token.text.endswith("色"):
            return after is not None
        return False

    def _phrase(self) -> Phrase | None:
        """Nouns in a row with what stands before them; None (and no move) when there is none."""
        start = self.at
        found = Phrase()
        noun = ""
        while (token := self._peek()) is not None:
            if token.box >= 0:
                if noun:  # 小船 <box>…</box>
                    found.head, found.places, noun = Sense("place", noun), [Place(noun, words=noun)], ""
                known = found.places[0] if found.of("place") and found.places else Place("box", words="<box>")
                found.head = found.head or Sense("place", "box")
                found.places = [replace(known, box=token.box)]
            elif token.says("classifier") and (found.head is None and not noun):
                found.quant = "one"
            elif token.says("in") and not token.sense("place") and (found.head is not None or noun):
                pass
            elif token.says("de"):
                after = self._peek(1)
                if not (found.words and after is not None and self._nounish(after)):
                    break
            elif token.sense("color") and not token.says("lack"):
                self_noun = self._color_is_noun()
                after = self._peek(1)
                if not self_noun:
                    break
                color = token.sense("color")
                assert color is not None
                owned = self._peek(2) if after is not None and after.says("de") else None
                if owned is not None and owned.sense("place"):  # 红色的裙子
                    found.hues.append(Hue(color.name))
                elif after is not None and any(after.sense(r) for r in ("noun", "tone", "place", "color")):
                    found.hues.append(Hue(color.name))
                    if after.sense("color") and after.text.endswith("色") and token.text.endswith("色"):
                        found.words.append(token.text)
                        self.at += 1
                        found.head = color
                        found.hues.pop()
                        break
                else:
                    found.head = color
            elif (adjective := token.sense("adjective")) and not any(token.sense(r) for r in ("noun", "place")):
                if found.head is not None or noun or adjective.fault or not self._modifies():
                    break
                found.properties.append(Property(adjective.name, adjective.sign, adjective.fault))
            elif (sense := next((s for s in token.senses if s.role in NOUNS), None)) is not None and not self._verbal(
                token
            ):
                if sense.role == "noun" and found.of("noun"):
                    break  # 亮度 对比度
                if sense.role == "image" and (found.head is not None or noun):
                    pass
                elif found.head is not None and sense.role == "place" and found.of("noun", "tone", "color"):
                    inside, before = self._peek(-1), self._peek(-2)
                    if not (inside is not None and before is not None and inside.says("de") and before.says("in")):
                        break
                    found.places, found.head = [Place(sense.name, words=token.text)], sense  # 阴影里的垃圾桶
                elif sense.role == "place" and sense.name in ("top", "bottom") and (noun or found.of("place")):
                    pass  # 桥洞下面: there, not the lower part of the photo
                elif sense.role == "place":
                    name = "skin" if sense.name == "skin tone" else sense.name
                    if found.of("place") and found.places[0].name in SIDES:
                        found.places = [Place(name, words=found.text + token.text)]
                    else:
                        found.places = [Place(name, words=noun + token.text)]
                    found.head, noun = sense, ""
                else:
                    if sense.role == "tone" and found.of("noun"):
                        pass
                    elif sense.role == "tone" and sense.name in ("look", "tone") and found.of("tone", "color"):
                        if found.of("color") and found.head is not None:
                            found.hues.append(Hue(found.head.name))
                        found.head = sense
                    else:
                        found.head = sense
                    if noun:
                        found.places, noun = [Place(noun, words=noun)], ""
            elif not token.senses and token.amount is None and not token.stop:
                if found.head is not None and not found.of("place", "image"):
                    break
                before = self._peek(-1)
                if found.of("place"):
                    side = found.places and found.places[0].name in SIDES
                    owner = before is not None and before.says("de")  # 鸟的羽毛
                    found.head, found.places = None, []
                    noun = "" if side or owner else "".join(found.words)
                noun += token.text
            else:
                break
            found.words.append(token.text)
            self.at += 1
        if noun:
            found.head = Sense("place", noun, 0, ("unknown",))
            found.places = [Place(noun, words=noun)]
        if found.head is None:
            self.at = start
            return None
        return found

    def _verbal(self, token: Token) -> bool:
        """A word that is noun and verb, where it is a verb: 虚化背景, 背景虚化一下."""
        if not (token.sense("act") or token.sense("verb")):
            return False
        before, after = self._peek(-1), self._peek(1)
        if before is not None and before.sense("verb") and not before.sense("verb", "make", "keep"):
            return False
        return token.sense("noun") is None or after is None or not self._nounish(after) or bool(after.sense("place"))

    def _nounish(self, token: Token) -> bool:
        if any(token.sense(r) for r in (*NOUNS, "color")) or token.says("rest"):
            return True
        return not token.senses and token.amount is None

    def _nounish_ahead(self) -> bool:
        after = self._peek(1)
        return after is not None and self._nounish(after)

    def _modifies(self) -> bool:
        """True when an adjective stands before a noun of its own: 柔和光线, 浓郁的晚霞."""
        marks = self.state.marks
        if marks.too or marks.negated or marks.less:
            return False
        after, second = self._peek(1), self._peek(2)
        if after is None:
            return False
        if after.says("de") and not after.sense("noun"):
            return second is not None and self._nounish(second) and not self.state.topics
        return bool(after.sense("noun") or after.sense("tone")) and not self.state.topics

    def _tone_topic(self) -> bool:
        heads = [t.head for t in self.state.topics if t.head is not None]
        return any((h.role, h.name) in (("tone", "tone"), ("noun", "warmth"), ("noun", "tint")) for h in heads)

    def _object(self) -> list[Phrase]:
        """The nouns behind a verb."""
        found: list[Phrase] = []
        while (token := self._peek()) is not None:
            if token.says("classifier") or token.says("and") and found and self._nounish_ahead():
                self.at += 1
                continue
            if token.sense("color") and not token.text.endswith("色") and (not found or token.says("lack")):
                follows = self._peek(1)
                if follows is None or not self._nounish(follows):
                    color = token.sense("color")
                    assert color is not None
                    found.append(Phrase(Sense("color", color.name), [token.text]))
                    self.at += 1
                    continue
            if token.sense("color") and not self._color_is_noun() and not found:
                color = token.sense("color")
                assert color is not None
                found.append(Phrase(Sense("color", color.name), [token.text]))
                self.at += 1
                continue
            each = self._phrase()
            if each is None:
                break
            if found and not found[-1].of("place") and not self._peek(-len(each.words) - 1).says("and"):  # type: ignore[union-attr]
                self.at -= len(each.words)
                break
            if found and found[-1].of("place") and not each.of("place"):
                each.places = each.places or found.pop().places
            found.append(each)
        return found

    def _shift(self) -> None:
        """Move behind the predicate and read what measures it: 亮 一点, 提亮 20, 高 很多."""
        self.at += 1
        marks = self.state.marks
        while (token := self._peek()) is not None:
            degree = token.sense("degree")
            if degree is not None and not (token.sense("verb") and token.sense("verb", "up") is None):
                if degree.name == "lot" and token.text in ("很", "非常", "超", "特别", "最", "十分") and self._peek(1):
                    return
                if marks.degree != "little" or degree.name == "lot":
                    marks.degree = degree.name if not (degree.name == "plain" and marks.degree) else marks.degree
                marks.behind = True
            elif token.says("less"):
                marks.less = True
            elif token.says("over"):
                marks.too = marks.too or token.text
            elif token.text == "得" and self._bad_behind():  # 蓝得好假
                marks.too = marks.too or token.text
                self.at = len(self.tokens) - 1
            elif token.says("more") and token.text in ("多一点", "多一些"):
                marks.behind, marks.degree = True, marks.degree or "little"
            elif (
                token.says("de")
                and self._peek(1) is None
                or token.says("skip", "up", "downward")
                and not token.sense("verb")
            ):
                pass
            else:
                return
            self.at += 1

    def _shift_back(self) -> None:
        self.at -= 1
        self._shift()

    def _bad_behind(self) -> bool:
        """True when what follows 得 finds fault: 绿得辣眼睛."""
        return any((s := t.sense("adjective")) is not None and s.fault for t in self.tokens[self.at :])

    def _number(self) -> tuple[float, str] | None:
        token = self._peek()
        if token is not None and token.amount is not None and token.amount[1] != "ratio":
            self.at += 1
            self._shift_back()
            return token.amount
        return None
