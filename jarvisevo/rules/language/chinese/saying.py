"""Predicates that say how something is or is to be: adjectives, colours, looks."""

import re
from collections.abc import Iterator
from dataclasses import replace

from jarvisevo.rules.intent import Degree, Keep, Place, Want
from jarvisevo.rules.language import meaning, wanting
from jarvisevo.rules.language.chinese.clause import CASTS, IT, STATING, Marks, State, hue_name, subject, there
from jarvisevo.rules.language.chinese.phrases import Phrases
from jarvisevo.rules.language.drafts import LEVELS, Draft, group, opposite
from jarvisevo.rules.language.lexicon import Sense
from jarvisevo.rules.language.meaning import Hue, Phrase

_OWN = ("", "brightness", "saturation", "strength", "clarity", "sharpness", "soft", "texture")
"""What a thing is by itself ("" is a colour); light, warmth and contrast are of the whole photo."""
PALE = ("all", "face", "skin", "skin tone", "person", "teeth", "snow", "cloud", "wall")
BODY = ("手", "手臂", "胳膊", "脖子", "鼻子", "耳朵", "legs", "body")
_AMISS = ("yellow", "green", "aqua", "blue", "purple", "orange")
OF_TIME = ("golden", "sunset", "night", "moonlight", "fresh", "spring", "summer", "autumn", "winter")
GLOOMY = ("moody", "lonely", "melancholic", "mysterious")
RESIZED = ("大", "小", "多", "少", "高")
"""Adjectives of number and size: of a thing (脸小一点, 路人太多) they are beyond sliders."""


class Saying(Phrases):
    """Adjectives, colours and looks of a topic: asked for, complained about, or refused."""

    def _about(self, what: str = "", own: bool = False) -> list[Phrase]:
        """What a predicate is said of: the topic, else what the clause before complained about.

        what  the quantity that the predicate is about, where it names one
        own   it is said of whole photos too: 锐化, 降噪
        """
        if not self.state.topics and group(what) >= 0:  # 左边太艳，反差大一点; 颜色太艳，别那么锐
            before = [d.want.what for d in self.drafts.wants if d.manner == "complaint"]
            named = own or what == "contrast" or any(t.of("noun", "tone", "color") for t in self.complained)
            if named and before and group(before[-1]) != group(what):
                return [there(t) for t in self.complained if t.places and what in _OWN and not own] or [Phrase()]
        wants = self.drafts.wants
        if self.state.marks.toward and not self.state.topics and not what and wants and wants[-1].manner == "asked":
            kind, _, hue = wants[-1].want.what.partition(":")
            if kind == "color" and hue != "skin":  # 绿色降一点，往黄偏
                return [Phrase(Sense("color", hue), places=[wants[-1].want.where])]
        return self.state.topics or self.complained or self._chained(what) or [Phrase()]

    def _chained(self, what: str) -> list[Phrase]:
        """晚霞再红一点，紫一点: an adjective alone is said of the thing before, where things have it by themselves."""
        marks = self.state.marks
        alone = marks.behind and not (marks.wanted or marks.toward or marks.negated or self.rest or self.outside)
        alone = alone and not any(t.sense("verb") or t.sense("act") for t in self.tokens)
        again = bool(what) and bool(self.drafts.wants) and group(self.drafts.wants[-1].want.what) == group(what)
        return self.chained if alone and what in _OWN and not again else []  # 背景压暗，亮一点: the photo

    def _faulty_light(self) -> Want | None:
        """What was complained about last, where that is too much light or too little of it."""
        last = self.drafts.wants[-1] if self.drafts.wants else None
        found = last is not None and last.manner == "complaint" and last.want.what in LEVELS
        return last.want if last is not None and found else None

    def _targets(self) -> list[Phrase]:
        found = self.state.topics or [Phrase()]
        return [replace(f, degree=self._degree()) for f in found]

    def _degree(self):  # type: ignore[no-untyped-def]
        return self.state.marks.degree or None

    def _where(self, found: Phrase) -> list[Place]:
        places = list(found.places)
        if not places and self.rest and self.last is not None and not self.outside:
            named = {d.want.where.name for d in self.drafts.wants if not d.want.where.everywhere}
            return [replace(self.last, outside=True)] if len(named) < 2 else [Place(words=found.text)]
        if not places and self.outside:
            return [replace(p, outside=True) for p in self.outside]
        return places[:1] or [Place(words=found.text if found.of("image") else "")]

    def _add(self, wants: Iterator[Want], manner: str = "asked") -> None:
        for want in wants:
            self.drafts.wants.append(Draft(replace(want, words=self.text), manner))
        self.state.said = True

    def _said(self) -> None:
        """A predicate is done: what comes next begins with the same topic and no marks."""
        self.state.said = True
        self.state.marks = Marks(wanted=self.state.marks.wanted)

    def _manner(self, fault: bool) -> str:
        """ "complaint" when a predicate says what is wrong, "asked" when it says what is to come."""
        marks = self.state.marks
        if marks.toward or marks.wanted or marks.more:
            return "asked"
        drafts = self.drafts.wants
        styled = any(d.want.what.startswith("look:") for d in drafts) and all(d.manner == "asked" for d in drafts)
        if marks.too == "偏" and (styled or any(d.manner == "asked" for d in drafts[self.before :])):
            return "asked"  # 低饱和偏青; 电影感，颜色偏绿
        if self.outside and not marks.too:
            return "asked"  # 除了眼睛都模糊
        if marks.too == "比":  # 左边比右边亮, but 左边比右边亮一点
            return "asked" if marks.degree == "little" else "complaint"
        made = any(t.sense("verb", "make") for t in self.tokens[: self.at])
        if marks.too in ("偏", "发", "泛") and made and marks.degree == "little":
            return "asked"  # 让海水偏一点青
        if marks.too:
            return "asked" if marks.behind and marks.too in ("偏", "发", "泛") else "complaint"
        return "complaint" if fault and not marks.behind else "asked"

    def _bare(self, down: bool, word: str = "", told: bool = False) -> bool:
        """人脸黑, 特别亮, 脸黄黄的: said of what is, for nobody asks in these words."""
        marks = self.state.marks
        doubled = len(word) > 1 and word[0] == word[1] and bool(self.state.topics)
        doubled = doubled and all(self._plain(t) for t in self.state.topics)
        down = down or doubled
        remark = doubled or told or marks.remark and (down or bool(self.state.topics))
        if (
            not (down or remark)
            or marks.behind
            or marks.more
            or marks.wanted
            or marks.toward
            or marks.less
            or marks.negated
        ):
            return False
        return (
            remark or marks.degree == "lot" or all(t.of("image") for t in self.state.topics) and bool(self.state.topics)
        )

    def _stated(self) -> bool:
        """很, 挺 before a predicate that nothing makes, of a thing: how it is."""
        marks = self.state.marks
        free = not (
            marks.behind or marks.more or marks.less or marks.wanted or marks.toward or marks.too or marks.negated
        )
        made = any(t.sense("verb", "make") for t in self.tokens[: self.at])
        things = bool(self.state.topics) and all(t.of("place") for t in self.state.topics)
        return (
            free and not made and things and any(t.text in STATING for t in self.tokens[max(0, self.at - 3) : self.at])
        )

    def _plain(self, topic: Phrase) -> bool:
        """True for what nobody wants coloured: 脸黄黄的."""
        head = topic.head
        return head is not None and (
            head.role in ("image", "tone") or head.role == "place" and head.name in PALE + BODY
        )

    def _adjective(self, sense: Sense, word: str) -> None:
        if self._no_wish(sense, word):
            return
        marks, manner = self.state.marks, self._how_said(sense, word)
        sign = sense.sign
        if manner == "complaint" and not marks.lack and not (marks.negated and not marks.too):
            sign = -sign
        if marks.less and not (manner == "complaint" and sense.fault):  # 高光别那么刺眼 says it once
            sign = -sign
        if marks.lack and manner == "asked":
            manner = "complaint"  # 天空还不够亮，再亮一点
        manner = "asked" if marks.less else manner
        degree = None if manner == "complaint" else self._degree()
        if sense.name == "size" and any(hue_name(t) == "sun" for t in self.state.topics):  # 太阳太大
            sense = replace(sense, name="brightness")
        elif word in RESIZED and self.state.topics and all(t.of("place") for t in self.state.topics):
            self._out()  # 脸小一点, 路人太多
            return
        for target in self._about(sense.name):
            if word.startswith("看不") and hue_name(target) in ("haze", "noise"):
                continue  # 雾气太重看不清
            target = replace(target, degree=degree)
            for where in self._where(target):
                self._adjective_of(target, where, sense, word, sign, manner)
        self._said()

    def _no_wish(self, sense: Sense, word: str) -> bool:
        """True for what only states, is enough or must not come; that is read then."""
        marks = self.state.marks
        fact = marks.fact == "是" and sense.sign > 0 and not (sense.fault or marks.too or marks.negated)
        level = word.startswith("均") and any(d.manner == "complaint" for d in self.drafts.wants)
        if level and not self.state.topics:  # 左边太亮右边太暗，调均匀
            self._said()
            return True
        if self.state.beside and not self.state.topics or fact and self.state.topics:
            self._said()  # 天气不好, 人是清楚的
            return True
        if marks.enough and not (marks.lack or marks.negated):
            self._enough(
                [
                    w
                    for t in self.state.topics or [Phrase()]
                    for p in self._where(t)
                    for w in meaning.apply(sense.name, sense.sign, subject(t), p)
                ]
            )
            return True
        if self._limited(sense):
            return True
        if sense.name == "white_balance" and not (sense.fault or self.state.topics):  # 肤色蜡黄，调得正常一点
            said = [d.want for d in self.drafts.wants if d.manner == "complaint"]
            if any(w.what.startswith("color:") and not w.where.everywhere for w in said):
                self._said()
                return True
        if self._stated() and sense.sign > 0 and not sense.fault and sense.name not in ("size", "strength"):
            if sense.name != "brightness":
                self.stated = self.state.topics
                self._said()  # 天空很通透
                return True
            marks.too = "很"  # 天空很亮
        return False

    def _how_said(self, sense: Sense, word: str) -> str:
        """ "complaint" or "asked": how an adjective is said of its topic."""
        marks = self.state.marks
        poor = sense.name in ("brightness", "saturation", "contrast", "sharpness") and sense.sign < 0
        poor = poor and not word.startswith("低")
        before = self._peek(-2)
        also = before is not None and before.text in ("也", "又", "还") and not marks.behind  # 颗粒也大
        also = (
            also
            or not marks.behind
            and bool(self.state.topics)
            and all(t.head is not None and ("stuff" in t.head.marks or t.head.fault) for t in self.state.topics)
        )  # 阴影重
        sized = sense.name in ("size", "strength") and all(
            t.of("noun") or t.of("tone") and hue_name(t) == "color" for t in self.state.topics
        )  # 颜色也淡
        return self._manner(sense.fault or self._bare(poor or sized and bool(self.state.topics), word, also and sized))

    def _adjective_of(self, target: Phrase, where: Place, sense: Sense, word: str, sign: int, manner: str) -> None:
        """What an adjective asks of one thing in one place."""
        marks = self.state.marks
        if word.startswith("看不") and hue_name(target) == "clarity" and self._faulty_light():
            return  # 太暗，细节都看不到
        if word.startswith("看不") and (
            "雾" in self.text or "霾" in self.text or any(d.want.what == "haze" for d in self.drafts.wants)
        ):
            self._add(meaning.apply("haze", -1, replace(target, head=None), where), "complaint")
            return  # 雾大，山都看不见
        if where.name == "background" and sense.name == "sharpness" and sense.sign < 0 and not marks.too:
            self._add(meaning.apply("blur", 1, subject(target), where))  # 背景模糊: nobody minds that
            return
        if sense.name == "brightness" and sense.fault and subject(target).of("color"):  # 红色太刺眼
            self._add(meaning.apply("size", sign, subject(target), where), manner)
            return
        if sense.name == "white_balance" and not sense.fault and target.of("noun"):  # 曝光正常一点
            white = hue_name(target) in ("white_balance", "warmth", "tint")
            self._add(iter([Want("white_balance" if white else "auto", where=where)]), manner)
            return
        if sense.name == "white_balance" and not sense.fault and not target.of("tone"):
            where = Place()
        lacking = sense.name == "white_balance" and sense.fault and target.of("noun")
        if lacking and hue_name(target) in ("contrast", "saturation", "clarity", "sharpness", "texture"):
            self._add(wanting.moved("more", target, where), manner)  # 对比不行
            return
        if word in ("高", "低") and target.of("noun") and target.head is not None and "stuff" in target.head.marks:
            self._add(meaning.apply("brightness", sign, target, where), manner)  # 阴影低一点: where they stand
            return
        if word.startswith("灰") and where.name in ("snow", "cloud", "teeth"):  # 雪拍成灰的
            self._add(meaning.apply("brightness", sign, subject(target), where), manner)
            return
        if word == "正" and target.of("noun") and hue_name(target) == "brightness":
            self._add(iter([Want("auto", where=where)]), manner)
            return
        if word == "正" and subject(target).of("color"):  # 红色再正一点
            self._add(meaning.of_hue("saturation", 1, hue_name(subject(target)), target, where), manner)
            return
        if word == "正" and hue_name(target) == "skin tone":
            self._add(iter([Want("white_balance", where=where)]), manner)
            return
        if word == "正" and target.of("tone"):
            self._add(iter([Want("white_balance", where=where)]), manner)
            return
        if word.startswith("脏") and target.of("tone"):  # 颜色脏脏的
            self._add(iter([Want("white_balance", where=where)]), manner)
            return
        if word.startswith("嫩") and subject(target).of("color"):
            self._add(meaning.apply("brightness", 1 if manner == "asked" else -1, subject(target), where), manner)
            return
        if sense.name == "white_balance" and target.of("tone") and hue_name(target) == "light":
            self._add(iter([Want("auto", where=where)]), manner)
            return
        if sense.name == "sharpness" and sense.sign < 0 and manner == "asked" and sign < 0:
            self._add(meaning.apply("blur", 1, subject(target), where), manner)
        elif sense.name == "contrast" and sense.fault and where.name in ("face", "skin"):
            self._add(meaning.apply("brightness", sign, subject(target), where), manner)
        elif sense.name in ("white_balance", "straighten"):
            where = Place() if where.name in wanting.SIDES else where  # 往左歪
            self._add(iter([Want(sense.name, where=where)]), manner)
        elif sense.name == "size" and target.head is None:
            self._enlarge(sign)
        elif target.of("noun") and target.head is not None and target.head.fault and sense.name == "size":
            self._add(wanting.moved("remove" if sign < 0 else "more", target, where), manner)
        else:
            self._add(meaning.apply(sense.name, sign, subject(target), where), manner)

    def _enough(self, wants: list[Want]) -> None:
        """已经够亮了: it is to stay so."""
        self.drafts.keep += [Keep(w.what, w.where, self.text) for w in wants]
        self._said()

    def _limited(self, sense: Sense) -> bool:
        """别太亮, 不要过曝, 不亮: what must not come, or what is missed."""
        marks = self.state.marks
        if not marks.negated:
            return False
        topics = self.state.topics
        refused = self._refusal()
        if not refused and not marks.too:  # 不亮, 不够亮
            for target in topics or [Phrase()]:
                for where in self._where(target):
                    self._add(meaning.apply(sense.name, sense.sign, subject(target), where), "complaint")
            self._said()
            return True
        if sense.name == "size" and not topics or sense.name == "saturation" and sense.fault and not topics:
            if self.drafts.wants:
                last = self.drafts.wants[-1]
                self.drafts.wants[-1] = replace(last, want=replace(last.want, degree="little"))
            self._said()
            return True
        for target in topics or [Phrase()]:
            for where in self._where(target):
                for want in meaning.apply(sense.name, sense.sign, subject(target), where):
                    self._limit(want, target, sense)
        self._said()
        return True

    def _limit(self, want: Want, target: Phrase, sense: Sense) -> None:
        colors = target.of("tone") and target.head is not None and target.head.name == "color"
        others = any(not d.want.what.startswith("look:") for d in self.drafts.wants)
        if want.what == "saturation" and want.where.everywhere and (colors or not others):  # 颜色别太艳
            self.drafts.wants.append(Draft(opposite(want, self.text)))
            return
        if sense.fault and want.what == "brightness" and sense.sign > 0:
            want = replace(want, what="highlights")
        if self.state.marks.too:
            self.drafts.limits.append(opposite(want, self.text))
        else:
            self.drafts.keep.append(Keep(want.what, want.where, self.text))

    def _refusal(self) -> bool:
        """True for 不要, 别; False for plain 不."""
        before = [t for t in self.tokens[: self.at] if t.says("not", "untouched")]
        return any(t.text != "不" for t in before)

    def _colored(self, hue: Hue, fault: bool = False, word: str = "") -> None:
        marks = self.state.marks
        amiss = hue.name in _AMISS and self._bare_on_pale()
        black = hue.name == "black" and not (marks.more or marks.toward or marks.lack)
        manner = self._manner(
            fault
            or amiss
            or bool(marks.fact)
            or black
            and not self.state.marks.behind
            or self._bare(hue.name == "gray", word)
        )
        sign = -1 if manner == "complaint" and not marks.lack or marks.less else 1
        if marks.lack and manner == "asked" and not marks.less and hue.name not in meaning.GREYS:
            manner = "complaint"  # 天空不够蓝，加点蓝色
        if marks.enough and not (marks.lack or marks.negated):
            self._enough(
                [
                    w
                    for t in self.state.topics or [Phrase()]
                    for p in self._where(t)
                    for w in meaning.hue_in(hue, 1, t, p)
                ]
            )
            return
        if self._stated() and hue.name not in meaning.GREYS and not any(map(self._plain, self.state.topics)):
            self.stated = list(self.state.topics)
            self._said()  # 天空很蓝
            return
        if marks.fact.startswith("本"):
            self._said()  # 墙本来是白色的
            return
        if (
            marks.fact
            and hue.name not in meaning.GREYS
            and self.state.topics
            and not (marks.too or any(map(self._plain, self.state.topics)))
        ):
            self.stated = list(self.state.topics)
            self._said()  # 猫是黑色的
            return
        if marks.negated:
            self._not_colored(hue)
            return
        for target in self._about():
            target = replace(target, degree=None if manner == "complaint" else self._degree())
            for where in self._where(target):
                if (
                    where.name == "lamp"
                    and marks.too in ("偏", "发", "泛")
                    and manner == "complaint"
                    and hue.name not in meaning.GREYS
                ):
                    where = Place()  # 灯光偏黄: all that it falls on
                zone = self._zone(target)
                dark = hue.name == "black"
                if zone and (dark or hue.name == "white") and (marks.too or manner == "complaint"):  # 暗部一片黑
                    self._add(meaning.quantity(zone.zone, 1 if dark else -1, target, where), "complaint")
                elif zone:
                    leans = (
                        sign if self.state.marks.too not in ("偏", "泛") or marks.less else 1
                    )  # 阴影偏青: split toning
                    self._add(
                        meaning.hue_in(hue, leans, replace(target, head=None), zone, True),
                        "asked" if leans > 0 else manner,
                    )
                elif hue.name in CASTS and self._cast_topic(target):
                    shift = CASTS[hue.name] * sign
                    self._add(iter([meaning.wants_of("tint", meaning.sign_text(shift), target, where)]), manner)
                elif subject(target).of("color") and hue_name(subject(target)) != hue.name:
                    away = marks.less or manner == "complaint" and marks.too not in ("偏", "发", "泛")  # 绿色太黄
                    turned = meaning.turned_from if away else meaning.turned_to
                    self._add(turned(hue, subject(target), where), "asked" if away else manner)
                elif target.of("color"):
                    self._add(meaning.of_hue("saturation", sign, hue.name, target, where), manner)
                elif (
                    hue.name in meaning.GREYS
                    and target.head is not None
                    and target.head.name in ("skin tone", "skin", "face")
                ):
                    self._pale(hue, sign, target, where, manner)
                else:
                    self._add(meaning.hue_in(hue, sign, target, where), manner)
        self.turned = marks.toward
        self._said()

    def _bare_on_pale(self) -> bool:
        """皮肤黄, 牙黄: nothing but a colour, said of what nobody wants of it."""
        marks, topics = self.state.marks, self.state.topics
        free = not (marks.behind or marks.more or marks.less or marks.wanted or marks.toward or marks.negated)
        free = free and not marks.too
        made = any(t.sense("verb") or t.sense("act") for t in self.tokens)
        return (
            free
            and not made
            and not marks.degree
            and bool(topics)
            and all(t.of("place") and self._plain(t) for t in topics)
        )

    def _zone(self, target: Phrase) -> Place | None:
        """阴影偏青: the tones that a colour is for."""
        if target.of("noun") and target.head is not None and target.head.name in ("shadows", "highlights", "midtones"):
            return replace(self._where(target)[0], zone=target.head.name)
        return None

    def _cast_topic(self, target: Phrase) -> bool:
        if target.head is None:
            return self.state.marks.toward  # 往洋红走
        if target.hues:
            return False  # 黄色的色相往绿偏
        return (target.head.role, target.head.name) in (("tone", "tone"), ("noun", "tint"), ("noun", "warmth"))

    def _pale(self, hue: Hue, sign: int, target: Phrase, where: Place, manner: str) -> None:
        up = sign if hue.name == "white" else -sign
        if target.head is not None and target.head.name == "face" or hue.name == "black":
            self._add(iter([meaning.wants_of("brightness", meaning.sign_text(up), target, where)]), manner)
        else:
            self._add(iter([meaning.wants_of("color:skin", "lighter" if up > 0 else "darker", target, where)]), manner)

    def _not_colored(self, hue: Hue) -> None:
        for target in self.state.topics or [Phrase()]:
            for where in self._where(target):
                if self.state.marks.too and not self._refusal():
                    leaning = self.state.marks.too in ("偏", "发", "泛")  # 墙要不|发黄
                    self._add(meaning.hue_in(hue, -1 if leaning else 1, target, where), "complaint")
                elif self._refusal() and self.state.marks.too:
                    self.drafts.limits.append(opposite(Want(f"color:{hue.name}", "+", where=where), self.text))
                elif self._refusal():
                    self.drafts.keep.append(Keep(f"color:{hue.name}", where, self.text))
                else:
                    self._add(meaning.hue_in(hue, 1, target, where), "complaint")
        self._said()

    def _garish(self) -> bool:
        """True where what was complained about last is too much colour in a thing."""
        last = self.drafts.wants[-1] if self.drafts.wants else None
        return (
            bool(self.complained) and last is not None and (last.manner, last.want.what) == ("complaint", "saturation")
        )

    def _look(self, sense: Sense) -> None:
        marks = self.state.marks
        token_text = self.tokens[self.at].text
        before, second = self._peek(-1), self._peek(2)
        plain = sense.name == "natural" or token_text.startswith("干净")
        if plain and second is not None and second.sense("color") and self._peek(1).says("de"):  # type: ignore[union-attr]
            self.at += 2  # 真实的蓝色, 干净的白
            return
        if sense.name in OF_TIME and second is not None and second.sense("place") and self._peek(3) is not None:
            self.at += 2  # 傍晚的天再紫一点
            return
        owned = before is not None and before.says("de")
        praised = sense.name == "auto" and marks.degree in ("lot", "plain") and bool(self.state.topics)
        praised = praised or self._stated()  # 灯笼很喜庆
        self._shift()
        if praised and not (marks.behind or marks.more or marks.wanted or marks.toward or marks.too or marks.negated):
            self.stated = self.state.topics
            self._said()  # 云很美
            return
        after = self._peek()
        while after is not None and (after.sense("tone") or after.says("de")):
            self.at += 1
            self._shift_back()
            after = self._peek()
        refused = marks.negated and not marks.too and self._refusal()
        manner = "complaint" if marks.negated and not marks.too and not refused else "asked"  # 颜色不好看
        sign = -1 if marks.too and not marks.negated or marks.less else 1
        if marks.seems and sense.name in GLOOMY and not (marks.wanted or marks.more or marks.toward or marks.negated):
            sign = -1  # 显得压抑
        if after is not None and after.sense("verb", "up") and "lot" in [s.name for s in after.senses]:
            marks.degree = "lot"
            self.at += 1
        noisy = any(
            d.want.what in ("noise", "grain") and re.search("[噪颗粒]", d.want.words) for d in self.drafts.wants
        )
        if token_text.startswith("干") and noisy and not self.state.topics:
            self._said()  # 噪点多，干净一点
            return
        if token_text.startswith("干") and self.state.topics and (zone := self._zone(self.state.topics[-1])):
            self._add(wanting.moved("remove", Phrase(Sense("noun", "noise", 1, ("fault",))), zone))  # 暗部干净
            self._said()
            return
        targets = self._targets()
        if sense.name == "natural" and not self.state.topics and self._garish():  # 肤色太假，自然些
            targets = [replace(t, degree=self._degree()) for t in self.complained]
        toned = Phrase(degree=self._degree(), places=[p for t in targets for p in t.places])  # 天空的颜色更梦幻
        for target in [t for t in targets if not t.of("tone")] or [toned]:
            for where in self._where(target):
                if where.everywhere and "肤" in token_text:
                    where = Place("skin", words=token_text)
                if refused:
                    self.drafts.keep.append(Keep(f"look:{sense.name}", where, self.text))
                elif target.of("color") and hue_name(target) == "white":  # 白色更干净
                    self._add(iter([meaning.wants_of("whites", "+", target, where)]))
                elif (
                    (owned or target.text in IT) and self._vague(target) and wanting.of_the_whole(f"look:{sense.name}")
                ):
                    self._add(wanting.looked(sense, sign, target, Place()), manner)
                elif not (sense.name == "auto" and self.drafts.wants):
                    self._add(wanting.looked(sense, sign, target, where), manner)
        self._said()

    def _vague(self, target: Phrase) -> bool:
        """它, and things that nobody here knows, have no season or film of their own."""
        return target.text in IT or target.head is not None and "unknown" in target.head.marks

    def _out(self) -> None:
        """What sliders cannot do: the whole clause, and nothing of it is done."""
        self.drafts.out.append(self.text)
        del self.drafts.wants[self.before :]
        self.at = len(self.tokens)
        self.state = State(said=True)

    def _enlarge(self, sign: int) -> None:
        """再强一点 without a noun: more (or less) of what was asked for last."""
        if self.drafts.wants:
            last = self.drafts.wants[-1]
            named = len(self.drafts.wants) > self.before and self.state.marks.degree != "lot"  # 胶片感强一点
            degree: Degree = "little" if sign < 0 else "plain" if named else "lot"
            self.drafts.wants[-1] = replace(last, want=replace(last.want, degree=degree))
