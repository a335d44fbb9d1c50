"""The grammar of Chinese requests: topic before comment, objects behind verbs, 把, 除了, 别, 一点.

A clause is read from left to right: nouns gather as its topic until a predicate comes (a verb or an adjective), which
takes the noun behind it, else the topic. What stands before a predicate (更, 太, 不要, 稍微) and behind it (一点, 20)
says how it is meant.
"""

from dataclasses import replace

from jarvisevo.rules.intent import Intent, Place
from jarvisevo.rules.language import wanting
from jarvisevo.rules.language.chinese.clause import BORNE, MANY, MAX_TOKENS, NOUNS, REMARKS, State, hue_name, there
from jarvisevo.rules.language.chinese.phrases import shared_noun
from jarvisevo.rules.language.chinese.verbs import ChineseVerbs
from jarvisevo.rules.language.chinese.words import tokenise
from jarvisevo.rules.language.drafts import complained
from jarvisevo.rules.language.meaning import Hue, Phrase
from jarvisevo.rules.language.tokens import Token


def read(text: str) -> Intent:
    """Understand a Chinese instruction."""
    reader = ChineseReader()
    clause: list[Token] = []
    tokens = [*tokenise(text), Token("。", stop="."), Token("")]
    for at, token in enumerate(tokens[:-1]):
        if token.stop or clause and (token.says("then", "when") or _begins_anew(token, tokens[at + 1], clause)):
            reader.clause(clause)
            clause = []
            if token.stop == ".":
                reader.end()
        else:
            clause.append(token)
    return reader.drafts.intent("zh")


def _begins_anew(token: Token, after: Token, clause: list[Token]) -> bool:
    """再 before another act, where one was named before: 转3度再裁成4:5."""
    last = clause[-2] if clause[-1].says("de") and len(clause) > 1 else clause[-1]
    acting = any(t.sense("act") or t.sense("verb") and not t.sense("verb", *_AUXILIARY) for t in clause)
    if token.text in _AFTER and acting and (len(token.text) > 1 or last.sense("act") or last.sense("verb")):
        return True  # 降噪后|锐化, 加对比的时候|脸别变暗
    if token.text != "再" or not (after.sense("act") or after.sense("verb") and not after.sense("verb", *_AUXILIARY)):
        return False
    acts = (t.amount or t.sense("act") or t.sense("verb") and not t.sense("verb", *_AUXILIARY) for t in clause)
    return any(acts) and not clause[-1].says("not", "and") and not clause[-1].sense("verb", "want")


_AFTER = ("后", "时", "之后", "以后", "的时候", "时候", "同时")


def _told(clause: list[Token]) -> bool:
    """True for how the photo came to be: 这是昨天在海边拍的, 我忘了调白平衡."""
    if any(t.says("sent") for t in clause) and not any(
        t.sense(r) for t in clause for r in ("act", "adjective", "noun")
    ):
        return True  # 这张要发到朋友圈
    tale = next((i for i, t in enumerate(clause) if t.says("tale") or t.text in ("拍的", "拍得")), -1)
    if tale < 0 or any(t.sense("verb", "want") or t.says("more", "too") for t in clause):
        return False
    behind = clause[tale + 1 :]
    if behind and behind[0].text in _AFTER:  # 拍摄时曝光开到了+1
        return True
    if clause[tale].text.startswith(("忘", "没", "来不及")) or behind and behind[0].text == "是":
        return True
    faulty = any(s.fault for t in clause for s in t.senses)
    named = ("place", "image", "look")  # 上周拍的雪山
    return not faulty and all(
        t.says("skip", "in", "de", "classifier") or not t.senses or t.sense(*named[:1]) or t.sense(named[1])
        for t in behind
    )


def _terse(clause: list[Token]) -> bool:
    """True for a noun and an adjective alone, with nothing that says how it is meant: 人脸暗, 皮肤黄."""
    *nouns, last = clause or [Token("")]
    named = all(t.says("de", "skip") or any(s.role in NOUNS for s in t.senses) for t in nouns)
    return bool(nouns) and named and not last.says("lack") and bool(last.sense("adjective") or last.sense("color"))


def _orders_unknown(clause: list[Token]) -> bool:
    """True for a clause that asks for what no word here stands for: 能不能把口罩给摘掉."""
    asked = any(t.text in _ASKING for t in clause)
    return asked and any(not t.senses and t.amount is None and not t.text.isascii() for t in clause)


_ASKING = ("把", "再", "顺便")
_AUXILIARY = ("make", "want", "be", "keep")


class ChineseReader(ChineseVerbs):
    """Reads clause after clause into drafts."""

    def end(self) -> None:
        """The end of a sentence: exceptions hold no longer."""
        self.outside = []
        self.complained = []
        self.chained = []

    def clause(self, tokens: list[Token]) -> None:
        """Read one clause."""
        if len(tokens) > MAX_TOKENS:
            self.drafts.unknown.append(f"{tokens[MAX_TOKENS].text}…")
            tokens = tokens[:MAX_TOKENS]
        if _told(tokens):
            return
        self.tokens, self.at = tokens, 0
        self.text = "".join(t.text for t in tokens)
        self.state = State()
        self.rest = self.turned = False
        blamed = self.complained
        before, self.before = self.before, len(self.drafts.wants)
        known = self._counted()
        exempt = any(t.says("except") for t in tokens)
        if exempt or any(t.says("outside") and t.text != "外" for t in tokens):
            tokens = self.tokens = self._exception()
            if all(t.says("outside", "skip") for t in tokens):
                self._exempt(before)
        while self.at < len(self.tokens):
            self._step(self.tokens[self.at])
        said = self.state.said
        self._left_over()
        if known == self._counted() and _orders_unknown(tokens):
            self.drafts.out.append(self.text)  # 汉堡旁边再摆一杯可乐
        if any(t.of("place", "image") for t in self.topics):
            self.mentioned = next((t for t in self.topics if t.of("place") and t.places[0].name != "person"), None)
        named = [p for t in self.topics for p in t.places]
        self.last = named[-1] if named else self.last
        leaning = any(t.says("lean") for t in tokens) and self.drafts.wants[self.before :]
        self.leaned = range(self.before, len(self.drafts.wants)) if leaning else range(0)
        drafts = self.drafts.wants[self.before :]
        if not (drafts or self.topics) and any(t.sense("verb") or t.sense("act", "auto") for t in tokens):
            wants = self.drafts.wants  # 天空亮，压一下
            wants[:] = [complained(d) if d.manner == "terse" and i >= before else d for i, d in enumerate(wants)]
        unread = not drafts and not said and any(t.says("too") for t in tokens)  # 背景有点乱，暗一点
        if not self.topics and (drafts and all(d.manner == "complaint" for d in drafts) or not drafts and not said):
            return  # 背景虚化不够，看着很乱: still of that
        terse = _terse(self.tokens) and bool(drafts) and all(d.manner == "asked" for d in drafts)
        if terse:
            self.drafts.wants[self.before :] = [replace(d, manner="terse") for d in drafts]
        complaints = unread or any(d.manner == "complaint" for d in drafts)
        complaints = complaints or bool(drafts) and all(d.want.what == "auto" for d in drafts)  # 调一下肤色，太黄了
        self.complained = [t for t in self.topics if t.head is not None and "unknown" not in t.head.marks]
        if not complaints or any(t.of("image") for t in self.topics):
            self.complained = []
        self.complained = self.stated or self.complained
        said_of = drafts and all(d.manner == "asked" and not d.want.where.outside for d in drafts)
        if self.topics:
            things = all(t.places and not t.only for t in self.topics)
            self.chained = [there(t) for t in self.topics] if said_of and things else []
        elif said_of and blamed:  # 脸泛红，减少红色，白一点
            self.chained = [there(t) for t in blamed if t.of("place") and t.places]
        self.topics, self.stated = [], []

    def _counted(self) -> tuple[int, ...]:
        """How much was read so far."""
        drafts = self.drafts
        return len(drafts.wants), len(drafts.keep), len(drafts.out), len(drafts.unknown)

    def _step(self, token: Token) -> None:
        marks = self.state.marks
        if self._aside(token) or self._scope(token):
            return
        if self._mark(token):
            self.at += 1
        elif token.sense("verb", "keep"):
            self._keep()
        elif token.amount is not None:
            self._amount(token)
        elif self._predicate(token):
            return
        elif (found := self._phrase()) is not None:
            self._topic(found)
        elif token.says("to", "lean"):
            marks.toward = True
            self.at += 1
        else:
            if not token.senses:
                self.drafts.unknown.append(token.text)
            self.at += 1

    def _aside(self, token: Token) -> bool:
        """Who speaks, what is fine, how it looks: words that change nothing, or only how the next is meant."""
        marks = self.state.marks
        if token.says("untouched") and self._changes_ahead():
            marks.negated = True  # 不要变|暗
            self.at += 1
        elif token.text in ("我", "我们", "咱们") and self._speaks():
            self.at += 1  # 我不想要太冷, 我比较喜欢冷一点
        elif token.says("fine") and not (self.state.marks.wanted or self.state.marks.more):
            self._fine()
        elif (
            token.says("enough")
            and (after := self._peek(1)) is not None
            and (after.sense("adjective") or after.sense("color"))
        ):
            self.state.marks.enough = True
            self.at += 1
        elif token.says("upwards", "downwards"):
            self.state.marks.way = "raise" if token.says("upwards") else "lower"
            self.at += 1
        elif token.says("beside") and not self.state.topics:
            self.state.beside = True
            self.at += 1
        elif token.says("report"):
            self._reported(token)
        elif (
            token.text == "在"
            and (after := self._peek(1)) is not None
            and after.sense("adjective", "brightness", "warmth", "contrast", "size")
        ):
            marks.more = True  # typed for 再
            self.at += 1
        elif token.text in ("像", "好像", "就像") and self._likens():
            self.at = len(self.tokens)  # 草太黄了像冬天, 樱花拍出来像白的
        elif token.text == "出来" and self._peek(1) is None and self.state.topics and not self.state.said:
            self.at += 1
            self._ways("emphasise", self.state.topics, None, False)  # 让轮廓出来
        elif (
            token.text in MANY
            and any(t.of("place") for t in self.state.topics)
            and not self.state.said
            and not self._nounish_ahead()
        ):
            self.state = State()  # 灯光很多
            self.at += 1
        elif (
            token.text in ("从", "由")
            and (after := self._peek(1)) is not None
            and (after.sense("image") or after.sense("place"))
        ):
            self.at += 1
            there = self._phrase()  # 把绿色从照片里去掉
            for each in self.state.topics:
                each.places = each.places or (there.places if there is not None else [])
        else:
            return False
        return True

    def _scope(self, token: Token) -> bool:
        """Comparison, negation, the rest, and what joins: what the next words are said of."""
        marks = self.state.marks
        if token.says("than"):
            made = any(t.sense("verb", "make") for t in self.tokens[: self.at])
            if self.state.topics and not (made or marks.wanted or marks.more):
                marks.too = "比"  # 主体比背景|亮
            self.at += 1
            self._phrase()
        elif token.says("untouched"):
            self._untouched()
        elif token.says("no") and not token.sense("verb"):
            self.at += 1
            self._no()
        elif token.says("not"):
            marks.negated = True
            self.at += 1
        elif token.says("lack"):
            marks.lack = True
            self.at += 1
        elif token.says("rest"):
            self.rest = True
            if self.state.said:
                self.last = next((p for t in self.topics for p in t.places), self.last)
                self._left_over()
                self.state = State()
            self.at += 1
        elif token.says("but") and self.state.said:
            self._left_over()
            self.complained = self.state.topics or self.complained  # 云很美但是过曝了
            self.state = State()
            self.at += 1
        elif token.says("and") and not self._is_phrase():
            self._and()
        else:
            return False
        return True

    def _likens(self) -> bool:
        """What a thing looks like, where nothing is wished: that it should not."""
        marks = self.state.marks
        told = any(d.manner == "complaint" for d in self.drafts.wants[self.before :])
        remark = marks.seems or marks.degree in ("lot", "plain") or marks.too
        made = any(t.sense("verb", "make") or t.says("modal") for t in self.tokens[: self.at])
        return (
            told
            or bool(self.state.topics)
            and bool(remark)
            and not (made or marks.wanted or marks.more or marks.toward)
        )

    def _speaks(self) -> bool:
        """True where 我 is who asks."""
        behind = self.tokens[self.at + 1 :]
        after = next((t for t in behind if not (t.sense("degree") or t.says("skip", "adverb"))), None)
        return after is not None and bool(after.sense("verb") or after.says("not") or after.text == "对")

    def _reported(self, token: Token) -> None:
        """客户说, 老婆嫌: who says it is not in the photo."""
        self.topics = [t for t in self.topics if t not in self.state.topics]
        self.state = State()
        self.state.marks.too = token.text if token.text.startswith("嫌") else ""
        self.at += 1

    def _fine(self) -> None:
        """亮度正好, 我对这张挺满意: nothing is to be done about it."""
        token = self._peek()
        self.at += 1
        if self.state.said and token is not None and token.text in BORNE:
            del self.drafts.wants[self.before :]  # 肤色偏黄也没关系
            return
        topics = [t for t in self.state.topics if not t.of("image")]
        if self.state.marks.negated or not topics:
            self.state = State()
            return
        self._kept(topics, "change")

    def _changes_ahead(self) -> bool:
        """不要变 before 暗, 黄: what must not become so."""
        after = self._peek(1)
        if after is None:
            return False
        return bool(after.sense("adjective") or after.sense("color") or after.says("too"))

    def _and(self) -> None:
        after = self._peek(1)
        if self.state.said and not (after is not None and after.text in BORNE):
            self._left_over()
            self.state = State()
        self.at += 1

    def _mark(self, token: Token) -> bool:
        """Words that say how a predicate is meant."""
        marks = self.state.marks
        after = self._peek(1)
        if token.says("less"):
            marks.less = True
        elif token.says("lean") and (marks.wanted or (marks.more or marks.degree) and not marks.too):
            marks.toward = True
        elif token.text in ("这么", "那么", "这么的", "这样") and marks.negated and self._refusal():
            marks.less, marks.negated = True, False  # 不想要这么|强
        elif token.says("too"):
            if (
                token.says("lean")
                and self._tone_topic()
                and not (after is not None and after.sense("adjective", "size"))
            ):
                marks.toward = True
            else:
                marks.too = marks.too or token.text
        elif token.says("over") and marks.negated and self.state.said and self.drafts.wants:
            last = self.drafts.wants[-1]  # 锐化|别太狠
            self.drafts.wants[-1] = replace(last, want=replace(last.want, degree="little"))
        elif token.says("over") and self.state.topics and not self.state.said:
            marks.too = marks.too or token.text  # 清晰度过头了
        elif token.says("more"):
            marks.more = True
        elif token.says("only"):
            marks.only = True
        elif token.sense("adjective") and (marks.more or marks.too or marks.negated and not self._refusal()):
            return False  # 更明显, 太明显
        elif (degree := token.sense("degree")) is not None and not token.sense("verb"):
            if after is None and not self.state.said and self.state.topics and not self.state.marks.degree:
                marks.degree, marks.behind = degree.name, True
                return True
            marks.degree, marks.remark = degree.name, token.text in REMARKS
        elif token.says("to") and after is not None:
            marks.toward = True
        else:
            return False
        return True

    def _topic(self, found: Phrase) -> None:
        state = self.state
        if state.said:
            self._left_over()
            state = self.state = State(marks=state.marks)
        self.topics.append(found)
        last = state.topics[-1] if state.topics else None
        faulty = found.of("noun") and found.head is not None and found.head.fault
        if faulty and last is not None and last.of("noun") and hue_name(found) == hue_name(last):
            found.places = found.places or last.places  # 暗部死黑
            state.topics[-1] = found
            return
        if faulty and last is not None and hue_name(last) in ("shadows", "highlights") and not last.places:
            found.places = [Place(zone=hue_name(last), words=last.text)]  # 暗部噪点太多
            state.topics[-1] = found
            return
        before = self._peek(-len(found.words) - 1)
        joined = before is not None and before.says("and") and before.text not in ("也", "都")
        several = len(state.topics) > 1 and all(t.of("place") for t in state.topics)
        if several and not joined and found.of("noun", "tone", "color") and not found.places:
            state.topics = [replace(found, places=t.places) for t in state.topics]  # 额头和鼻子的油光
            return
        if joined and found.of("noun") and found.places and state.topics and all(t.of("place") for t in state.topics):
            state.topics = [*(replace(found, places=t.places) for t in state.topics), found]
            return
        if last is not None and not joined and last.of("place", "image") and not found.of("place"):
            found.places = found.places or last.places  # 天空 的 饱和度
            if last.hues and not found.hues:
                found.hues = last.hues
            state.topics[-1] = found
            return
        if last is not None and not joined and last.of("image"):
            state.topics[-1] = found
            return
        state.topics = shared_noun([*state.topics[-5:], found]) if joined else [*state.topics[-5:], found]

    def _predicate(self, token: Token) -> bool:
        if token.sense("color") and not self._color_is_noun():
            hue = token.sense("color")
            assert hue is not None
            if self.state.marks.too and not self.state.marks.negated:
                self._ahead_of_its_noun("noun", "tone", "place")
            self._shift()
            self._colored(Hue(hue.name), hue.fault, token.text)
            return True
        noun = any(s.role in NOUNS for s in token.senses)
        if noun and not self._verbal(token) and not (token.sense("adjective") and self._adjectival(token)):
            return False
        if sense := token.sense("act"):
            self._shift()
            self._act(sense, token)
        elif (sense := token.sense("out")) is not None:
            self._shift()
            self._beyond(token)
        elif sense := token.sense("verb"):
            self._verb(sense, token)
        elif sense := token.sense("look") or token.sense("effect"):
            self._look(sense)
        elif sense := token.sense("adjective"):
            if token.text in ("小", "大", "老") and self._is_phrase():
                return False  # 小蜜蜂
            if not self.state.marks.negated and self._modifies() and self._is_phrase():
                return False
            if self.state.marks.too or self.state.marks.less:
                self._ahead_of_its_noun("noun", "tone")
            self._shift()
            if token.text.startswith("看不") and not self.state.topics:  # 看不清脸
                seen = [f for f in self._object() if f.of("place")]
                self.state.topics = [replace(f, places=[wanting.unseen(p) for p in f.places]) for f in seen]
            self._adjective(sense, token.text)
        else:
            return False
        return True

    def _ahead_of_its_noun(self, *roles: str) -> None:
        """太高的饱和度 is 饱和度太高, 偏黄的皮肤 is 皮肤偏黄."""
        de, start = self._peek(1), self.at
        directly = de is not None and de.sense("noun") is not None and not de.sense("adjective")  # 太多|颗粒
        if de is None or not (de.says("de") or directly) or self.state.topics:
            return
        self.at += 1 if directly else 2
        found = self._phrase()
        if found is None or not found.of(*roles):
            self.at = start
            return
        del self.tokens[start + 1 : self.at]
        self.at = start
        self.topics.append(found)
        self.state.topics = [found]
