"""Verbs and their objects: 加对比, 高光压一点, 变成黑白, P掉."""

import re
from dataclasses import replace

from jarvisevo.rules.intent import Keep, Place, Want, quarters
from jarvisevo.rules.language import meaning, wanting
from jarvisevo.rules.language.chinese.clause import hue_name, subject
from jarvisevo.rules.language.chinese.keeping import ChineseKeeping
from jarvisevo.rules.language.chinese.orientation import MIRRORED
from jarvisevo.rules.language.lexicon import Sense
from jarvisevo.rules.language.meaning import DECREASING, INCREASING, Hue, Phrase
from jarvisevo.rules.language.tokens import Token

_TAKERS = ("手机", "相机", "单反", "微单", "我", "我们", "镜头")
_MEASURED = ("sharpness", "noise", "clarity", "blur", "haze")
"""Acts of which there can be less: 锐化少一点."""
_SLIGHTLY = re.compile("一点|点儿|些|稍|略|微|轻轻")


def way_out(way: str) -> bool:
    """True for verbs that take a fault away, and nothing else."""
    return way in ("remove", "fix")


def _thing(found: Phrase) -> bool:
    """True for something in the photo, which cannot be turned without the rest."""
    side = found.head is None or found.head.name in wanting.SIDES or "时针" in found.text
    return found.of("place") and not side


def _mirrors(found: Phrase) -> bool:
    """True for what glass reflects, which hides what is behind it: 眼镜上的反光."""
    return "反光" in found.text and any(re.search("[镜窗屏]|玻璃", place.words) for place in found.places)


class ChineseVerbs(ChineseKeeping):
    """Reads verbs: with an object behind, else about the topic."""

    def _verb(self, sense: Sense, token: Token) -> None:
        if not self._governs(sense, token):
            return
        self.at += 1
        self._shift_back()
        marks = self.state.marks
        if "lot" in [s.name for s in token.senses if s.role == "degree"]:
            marks.degree = "lot"
        amount = self._number()
        to = self._peek()
        absolute = to is not None and to.text in ("到", "至")
        if absolute:
            self.at += 1
            amount = amount or self._number()
            if (to := self._peek()) is not None and to.sense("degree", "lot"):  # 压到最暗
                marks.degree = "lot"
                self.at += 1
        found = self._own_object(light=sense.name == "add" and amount is None)
        if found:
            self._shift_back()
        amount = amount or self._number()
        way = marks.way if marks.way and sense.name not in ("remove", "add", "emphasise") else sense.name
        after = self._peek()
        if after is not None and not found and after.sense("adjective", "size"):  # 降得很低
            self._shift()
        objects = found or self.state.topics or [t for t in self.complained if t.of("noun", "color")]
        faults = [t for t in objects if t.head is not None and t.head.fault]
        if faults and not found and way_out(sense.name):  # 暗的地方全是噪点，处理掉
            objects = faults
        if found and (to := self._peek()) is not None and to.says("to"):  # 加点青色到阴影里
            self.at += 1
            there = self._phrase()
            zone = self._zone(there) if there is not None else None
            for each in objects:
                each.places = each.places or ([zone] if zone else list(there.places) if there is not None else [])
        if marks.negated:
            self._kept(objects, way)
            return
        if self.turned and not found:  # 往洋红拉一点
            self._said()
            return
        after = self._peek()
        if (
            way == "add"
            and not found
            and after is not None
            and any(after.sense(r) for r in ("adjective", "color", "look"))
        ):
            return  # 加一点点|暖
        while way in ("remove", "down") and not found and after is not None and after.says("skip", "de"):
            self.at += 1
            after = self._peek()
        if (
            way in ("remove", "down")
            and not found
            and after is not None
            and after.sense("adjective", "warmth", "saturation")
        ):
            marks.less = True  # 去掉|冷色调
            return
        if not objects or amount is not None and amount[1] == "EV" and all(each.of("image") for each in objects):
            self._way_alone(way, amount)
            return
        for each in objects:
            each.absolute = absolute
        self._ways(way, objects, amount, bool(found), token.text)

    def _governs(self, sense: Sense, token: Token) -> bool:
        """False for a verb that has no object of its own here: 调暖, 有光泽, 主体不突出; what it says is read then."""
        after = self._peek(1)
        color = after is not None and after.sense("color") is not None and not after.text.endswith("色")
        if sense.name == "change" and after is not None and (color or after.sense("adjective")):
            self.at += 1  # 调蓝, 调暖
            self.state.marks.wanted |= not color
            return False
        if sense.name == "add" and token.text == "有" and after is not None and self.state.topics and not after.amount:
            told = after.says("classifier") or after.sense("place")
            if told and all(t.of("place") for t in self.state.topics) and not self.state.marks.wanted:
                self.stated = self.state.topics
                self.at = len(self.tokens)  # 天边有一抹粉色
                self._said()
                return False
            said = any(after.sense(r) for r in ("look", "adjective", "noun", "tone"))
            if said:  # 水面更有光泽: said of the topic
                self.at += 1
                return False
        if self._comments(sense, after):
            return False
        faint = sense.name == "emphasise" and bool(self.state.topics) and after is None
        if faint and (self.state.marks.lack or self.state.marks.negated and not self._refusal()):  # 主体不突出
            for each in self.state.topics:
                for where in self._where(each):
                    self._add(wanting.looked(Sense("look", "pop"), 1, each, where), "complaint")
            self.at += 1
            self._said()
            return False
        if after is not None and after.text in ("成", "为") and sense.name not in ("make", "replace"):
            self.at += 1  # 还原成正常的
            return False
        handler = {"make": self._make, "want": self._want, "be": self._skip, "replace": self._replace}.get(sense.name)
        if handler is not None:
            handler()
            return False
        return True

    def _comments(self, sense: Sense, after: Token | None) -> bool:
        """暗角加得太重, 饱和度降太多了, 亮度提不起来: what is said of the act, not what is to be done."""
        if after is None or not (sense.name in INCREASING or sense.name in DECREASING or sense.name == "change"):
            return False
        second = self._peek(2)
        if after.text == "不" and second is not None and second.says("up", "downward"):
            self.state.marks.negated = False
            del self.tokens[self.at + 1 : self.at + 3]  # 提不起来 asks to be
            return False
        found = 2 if after.text == "得" and second is not None else 1
        said = self._peek(found)
        if said is None or not (
            said.says("too", "over") or found == 2 and (said.sense("adjective") or said.says("more"))
        ):
            return False
        rest = self.tokens[self.at + found :]
        sized = any(t.sense("adjective", "size") for t in rest) or said.says("over")
        if any(t.says("too", "over") for t in rest) and sized and self.state.topics:  # 降太多了
            self.at = len(self.tokens)
            way = "raise" if sense.name in DECREASING else "lower"
            for each in self.state.topics:
                for where in self._where(each):
                    self._add(wanting.moved(way, each, where), "complaint")
            self._said()
            return True
        self.at += found
        return True

    def _way_alone(self, way: str, amount: tuple[float, str] | None) -> None:
        if amount is not None and amount[1] == "EV":
            sign = "+" if way in INCREASING and amount[0] > 0 else "-"
            where = self._where(Phrase())[0]  # 除了脸压半档
            self._add(iter([meaning.wants_of("brightness", sign, Phrase(amount=amount), where)]))
        elif way in ("fix", "remove", "down") and self.leaned:  # 色调偏青，修正一下
            flip = {"+": "-", "-": "+", "more": "less", "less": "more"}
            for i in self.leaned:
                draft = self.drafts.wants[i]
                if draft.manner == "complaint":
                    continue
                turned = replace(draft.want, direction=flip.get(draft.want.direction, draft.want.direction))
                if turned.direction.startswith("to:"):  # 绿色偏黄了，纠正一下
                    turned = replace(turned, what=f"color:{turned.direction[3:]}", direction="-")
                self.drafts.wants[i] = replace(draft, want=turned)
        elif (way in INCREASING or way in DECREASING) and self.drafts.limits and not self.drafts.wants:
            limit = self.drafts.limits.pop()  # 不要太亮，稍微提一点
            pair = ("more", "less") if limit.direction in ("more", "less") else ("+", "-")
            self._add(iter([replace(limit, direction=pair[way in DECREASING])]))
        elif way in ("fix", "rescue") and not (self.drafts.wants or self.drafts.out):
            self._add(iter([Want("auto", words=self.text)]), "asked")
        self._said()

    def _ways(
        self, way: str, objects: list[Phrase], amount: tuple[float, str] | None, behind: bool, token_text: str = ""
    ) -> None:
        zones = [z for t in self.state.topics if behind and (z := self._zone(t)) is not None]
        places = [p for t in self.state.topics for p in t.places] if behind else []
        if zones and any(each.of("color", "tone") for each in objects):
            places = zones
        if way == "rescue" and (fault := self._faulty_light()) is not None:  # 窗户过曝，找回细节
            tones, sign = ("highlights", "-") if fault.direction == "-" else ("shadows", "+")
            for each in [o for o in objects if hue_name(o) == "clarity"]:
                each.head, each.places = Sense("noun", tones, 1), each.places or [fault.where]
                self._add(iter([meaning.wants_of(tones, sign, replace(each, degree=self._degree()), each.places[0])]))
            objects = [o for o in objects if hue_name(o) != tones]
        firsts = [t.places[0] for t in self.state.topics if t.places]  # 天空和海|加点蓝
        has = self.text.find("有") >= 0 or self.text.find("带") >= 0
        for each in objects:
            each = replace(each, degree=self._degree(), amount=amount)
            if has and way == "add" and behind and each.of("noun") and each.head is not None and each.head.fault:
                for where in self._where(each):  # 有股塑料感
                    self._add(wanting.moved("remove", each, where), "complaint")
                continue
            if each.of("place") and any(p.fault for p in each.properties):  # 过亮的云压一压, 发暗的脸救一下
                clouds = hue_name(each) in ("sky", "cloud")
                if way in ("raise", "lower", "emphasise", "add") or clouds:
                    each.properties = []
                elif way in ("rescue", "enhance"):
                    way = "fix"
            shared = behind and not each.places and not zones and len({p.name for p in firsts}) > 1
            each.places = each.places or places
            colors = [Hue(t.head.name) for t in self.state.topics if behind and t.of("color") and t.head is not None]
            each.hues = each.hues or colors
            if each.quant == "one" or wanting.beyond(way, each, Place()) or way == "remove" and _mirrors(each):
                if len(objects) == 1:
                    self._out()
                    return
                self.drafts.out.append(each.text)  # 去掉噪点和电线
                continue
            if (
                amount is not None
                and amount[1] == "slider"
                and each.of("tone")
                and hue_name(each) == "tone"
                and not each.hues
            ):
                each.head = Sense("noun", "tint", 1)  # 色调加5
            if each.of("tone") and each.hues and each.places and way in ("remove", "down"):
                each.head = Sense("color", each.hues[0].name)  # 脸上的红色调
            stuff = each.of("noun") and each.head is not None and "stuff" in each.head.marks
            if stuff and (token_text == "加" or any(c in "高低" for c in token_text)):  # 阴影降低: where they stand
                way = "lower" if "低" in token_text else "raise"
            level = each.of("color") and hue_name(each) in ("black", "white")
            level = level and (way in ("raise", "lower") or amount is not None)
            if level:  # 提高黑色
                each.head = Sense("noun", "blacks" if hue_name(each) == "black" else "whites", 1)
            restored = token_text.startswith(("还", "恢复", "找回")) and each.of("color") and each.head is not None
            for where in firsts if shared and not self.outside else self._where(each):
                if restored and each.head is not None:  # 还原那种粉
                    self._add(meaning.hue_in(Hue(each.head.name), 1, each, where))
                elif way == "emphasise" and each.of("place"):
                    self._add(iter([meaning.wants_of("look:pop", "+", each, where)]))
                elif each.of("color") and way in ("remove", "down") and each.head is not None:
                    self._add(meaning.hue_in(Hue(each.head.name), -1, each, where))
                else:
                    self._add(wanting.moved(way, each, where))
        self._said()

    def _skip(self) -> None:
        token = self._peek()
        assert token is not None
        if token.text[0] in "拍照":  # 手机拍出来
            self.state.topics = [t for t in self.state.topics if t.text not in _TAKERS]
        self.state.marks.seems = True
        after, ends = self._peek(1), self._peek(2)
        shot = token.text == "拍成了" or token.text == "拍成" and ends is not None and ends.text == "了"
        liked = re.search("[想要]拍成|没拍成|喜欢|好看|别动|的感觉", self.text)
        if shot and not liked and after is not None and after.sense("color"):
            self.state.marks.too = self.state.marks.too or token.text  # 雪拍成了|蓝色
        self.state.marks.fact = token.text if token.text.endswith("是") else ""
        before = self._peek(-1)
        if token.text == "是" and before is not None and before.text in ("应该", "应当", "本来", "原本"):
            self.state.marks.fact = "本是"
        self.at += 1

    def _want(self) -> None:
        self.state.marks.wanted = True
        self.at += 1

    def _make(self) -> None:
        """把, 让, 变成: what stands behind is what there is to be."""
        token = self._peek()
        assert token is not None
        self.at += 1
        after = self._peek()
        amount = next((t.amount for t in self.tokens[self.at :] if t.amount is not None), None)
        clockwise = "时针" in self.text or amount is not None and amount[1] == "deg"
        if (
            token.text in ("把", "将")
            and self.state.topics
            and (found := self._ahead()) is not None
            and found.of("place")
        ):
            self.state.topics = []  # 灯光把脸照得蜡黄
        if token.text in ("转", "右转", "左转") and clockwise:
            self._rotate()
            return
        if self.state.marks.negated and after is None:
            self._kept(self.state.topics, "make")
            return
        over = after is not None and after.says("too")  # 弄得太亮了
        if not over and (token.text.endswith(("成", "为", "出")) or token.text in ("变", "变得", "调得", "弄得", "转")):
            self.state.marks.toward = True
            color = after.sense("color") if after is not None else None
            placed = self.rest or self.outside or any(t.of("place") for t in self.state.topics)
            if after is not None and after.text in ("灰", "灰色") and placed and self.tokens[-1].text != "了":
                self.at += 1  # 其他变灰, 头发调成灰色
                places = [w for t in self._targets() for w in self._where(t)]
                rest = [w for w in places if w.outside or w.everywhere or w.name == "background"]
                self._add(Want("black_and_white", where=w) for w in rest)
                self._add(Want("saturation", "-", "lot", where=w) for w in places if w not in rest)
                self._said()
            elif color is not None:
                self._turned(color)

    def _turned(self, color: Sense) -> None:
        """衣服的蓝色改成紫色, 背景变成白色."""
        happened = self.tokens[-1].text == "了" and self.tokens[self.at - 1].text[0] not in "变转改调"
        self._shift()
        if self.state.marks.negated and self._refusal():
            self._not_to_turn(color.name)
            return
        if happened and not self.state.marks.wanted:  # 都染成紫色了
            self.state.marks.toward, self.state.marks.too = False, "了"
            self._colored(Hue(color.name))
            return
        if self.state.marks.behind and self.state.marks.degree == "little":  # 背景弄得绿一点
            self.state.marks.toward, self.state.marks.wanted = False, True
            self._colored(Hue(color.name))
            return
        targets = self._targets()
        if not self.state.topics and self.complained and self.complained[0].of("place"):  # 墙有点黄，调成白色
            targets = [replace(t, degree=self._degree()) for t in self.complained]
        if len(targets) > 1 and targets[0].of("color") and targets[-1].of("place"):
            targets = targets[1:]  # 红色的车改成蓝色
        for target in targets:
            for where in self._where(target):
                if wanting.another(target, Phrase(hues=[Hue(color.name)])):
                    self._out()
                    return
                coloured = target.hues and not target.of("place")  # 衣服的蓝色, not 红色的车
                source = replace(target, head=Sense("color", target.hues[0].name)) if coloured else target
                self._add(meaning.turned_to(Hue(color.name), source, where))
        self._said()

    def _not_to_turn(self, hue: str) -> None:
        """别让暗部变黑, 脸不要变黄: as it is."""
        for target in self.state.topics or [Phrase()]:
            for where in self._where(target):
                zone = self._zone(target)
                what = zone.zone if zone is not None else "brightness" if hue in meaning.GREYS else f"color:{hue}"
                self.drafts.keep.append(Keep(what, where, self.text))
        self._said()

    def _replace(self) -> None:
        self.at += 1
        after = self._peek()
        if after is not None and after.sense("effect"):
            return
        color = after.sense("color") if after is not None else None
        if color is not None and self.state.topics and self._peek(-1).text == "换成":  # type: ignore[union-attr]
            thing = self._peek(1)
            if thing is not None and (thing.sense("place") or not thing.senses and thing.amount is None):
                self._out()  # 衣服换成红色|连衣裙: another one
                return
            self._turned(color)
        elif after is not None and after.sense("tone", "tone", "look") and not self.state.topics:
            self._add(iter([Want("auto", words=self.text)]))  # 换个色调
            self._said()
        else:
            self._out()

    def _act(self, sense: Sense, token: Token) -> None:
        amount = self._number()
        found = self._own_object() if sense.name != "rotate" else []
        if found:
            self._shift_back()
            amount = amount or self._number()
        objects = found or self._about(
            sense.name, own=sense.name in ("sharpness", "noise", "haze", "clarity", "texture")
        )
        if sense.name in ("crop", "rotate", "straighten", "auto", "black_and_white", "whiten"):
            self._special(sense.name, objects, amount)
            return
        if sense.name == "blacks" and any(each.of("place") for each in objects):
            sense = replace(sense, name="brightness")  # 天空压黑: darker there, not its blacks alone
        if self.state.marks.negated and (self._refusal() or not self._limited_degree()):
            for each in objects:
                for where in self._where(each):
                    for want in meaning.apply(sense.name, sense.sign, subject(each), where):
                        self.drafts.keep.append(Keep(want.what, where, self.text))
            self._said()
            return
        places = [p for t in self.state.topics for p in t.places] if found else []
        scant, reduced = (self._scant(), self._reduced()) if not found and sense.name in _MEASURED else (False, False)
        if not found and not scant and self._overdone(token):
            self.state.marks.too = self.state.marks.too or token.text
            self.at = len(self.tokens)
        over = self.state.marks.too and not self.state.marks.negated  # 过度锐化
        fewer = self.state.marks.less and sense.name in _MEASURED or reduced  # 锐化少一点
        most = self._peek()
        second = self._peek(1)
        ends = second is None or second.amount is not None  # 虚化提高, 锐化增加20
        raised = most is not None and (ends and most.sense("verb", "raise", "up") or most.sense("verb", "raise"))
        if raised and (ends or self.state.marks.degree == "lot"):  # 虚化拉满
            self.at += 1
        amiss = any(d.manner == "complaint" and d.want.what != "contrast" for d in self.drafts.wants)
        if sense.name == "contrast" and sense.sign < 0 and amiss and not (self.state.topics or found):
            self._said()  # 左边太暗右边太亮，平衡一下
            return
        lacking = not found and (behind := self._peek()) is not None and behind.says("lack")  # 虚化不够
        lacking = lacking or scant
        if not found and sense.name in _MEASURED and self._increased():
            self.state.marks.degree = ""
        self.at = len(self.tokens) if scant else self.at + bool(lacking)
        manner = "complaint" if over or lacking else "asked"
        for each in objects:
            each = replace(each, degree=self._degree(), amount=amount)
            each.places = each.places or places
            for where in self._where(each):
                if sense.name == "clarity" and sense.sign < 0 and where.everywhere:
                    where = Place("skin", words=token.text)
                sign = -sense.sign if over or fewer else sense.sign
                self._add(meaning.apply(sense.name, sign, subject(each), where), manner)
        self._said()

    def _scant(self) -> bool:
        """虚化太弱, 锐化有点低: there is too little of the act."""
        rest = self.tokens[self.at :]
        low = any((size := t.sense("adjective", "size")) is not None and size.sign < 0 for t in rest)
        return bool(rest) and rest[0].says("too", "lean") and low and not self.state.marks.negated

    def _reduced(self) -> bool:
        """虚化降低, 锐化弱一点: less of the act; moves behind it."""
        token = self._peek()
        if token is None or self.state.marks.negated or token.says("lack") or token.text.startswith("轻"):
            return False  # 虚化不够; 磨皮轻一点: gently
        size = token.sense("adjective", "size")
        if not token.sense("verb", "down", "lower") and not (size is not None and size.sign < 0):
            return False
        self._shift()
        return True

    def _increased(self) -> bool:
        """虚化再强一点: more of the act, nothing that is strong itself; moves behind it."""
        rest = self.tokens[self.at :]
        size = next((t.sense("adjective", "size") for t in rest if not (t.says("more", "de") or t.text == "要")), None)
        more = size is not None and size.sign > 0 and not any(t.says("too", "over", "not", "lack") for t in rest)
        if more:
            self.at = len(self.tokens)
        return more

    def _overdone(self, act: Token) -> bool:
        """锐化得太狠, 磨皮也太过了, 磨皮磨得很假: the act was done before, and too much."""
        rest = self.tokens[self.at :]
        if rest and rest[0].text == "痕迹":
            return True
        again = len(rest) > 1 and rest[0].text in act.text and (rest[1].text == "得" or rest[1].says("too", "over"))
        if again or rest and rest[0].text == "也":  # 磨皮磨过了
            rest = rest[1:]
        if not rest or not (rest[0].text == "得" or rest[0].says("too", "over")):
            return False
        faulty = any(t.says("too", "over") or any(s.fault for s in t.senses) for t in rest)
        return faulty and not any(t.sense("degree", "little") for t in rest)

    def _limited_degree(self) -> bool:
        return bool(self.state.marks.too)

    def _special(self, name: str, objects: list[Phrase], amount: tuple[float, str] | None) -> None:
        if name == "rotate":
            self._rotate()
            return
        if self.state.marks.negated and name == "whiten":
            self.drafts.keep.append(Keep("color:skin", Place("skin", words="美白"), self.text))
            self._said()
            return
        if self.state.marks.negated:
            self._kept(objects, name)
            return
        if name == "auto":
            self.topics += [each for each in objects if each.of("place")]  # 调一下肤色，太黄了
        ratio = next((t.amount for t in self.tokens[self.at :] if t.amount and t.amount[1] == "ratio"), None)
        for each in objects:
            each = replace(each, degree=self._degree())
            for where in self._where(each):
                if name == "whiten":
                    skin = where if not where.everywhere else Place("skin", words="美白")
                    up = "color:skin" if skin.name in ("skin", "face") else "brightness"
                    self._add(iter([meaning.wants_of(up, "lighter" if up != "brightness" else "+", each, skin)]))
                elif name == "crop":
                    self._add(iter([Want("crop", "", "plain", self._shape(ratio or amount), False, where)]))
                elif name == "auto" and each.of("noun", "color"):  # 高光救一下, 提升一下红色
                    way = "rescue" if "救" in self.text else "raise" if "提升" in self.text else "fix"
                    self._add(wanting.moved(way, each, where))
                elif name != "auto" or not self._something_else():
                    self._add(iter([meaning.wants_of(name, "", each, where)]))
        if ratio:
            self.at = next(i for i, t in enumerate(self.tokens) if t.amount == ratio) + 1
        self._said()

    def _something_else(self) -> bool:
        return any(d.manner != "purpose" for d in self.drafts.wants)

    def _shape(self, amount: tuple[float, str] | None) -> tuple[float, str] | None:
        """A ratio the way the picture is to stand: 竖版 is taller than wide."""
        if amount is None or amount[1] != "ratio":
            return None
        upright = any(t.text.startswith("竖") for t in self.tokens)
        lying = any(t.text.startswith("横") for t in self.tokens)
        return (1 / amount[0], "ratio") if upright and amount[0] > 1 or lying and amount[0] < 1 else amount

    def _rotate(self) -> None:
        if self.state.marks.negated and self._refusal():  # 别旋转
            if not any(t.amount is not None or t.says("too", "over") for t in self.tokens):
                self.drafts.keep.append(Keep("rotate", words=self.text))
            self.at = len(self.tokens)
            self._said()
            return
        token = next((t for t in self.tokens if t.amount is not None and t.amount[1] == "deg"), None)
        left = re.search(r"逆|左转|[向往朝]左", self.text) is not None
        said = token is not None or re.search(r"顺|右转|[向往朝]右", self.text) is not None
        amount = (-token.amount[0] if left else token.amount[0], "deg") if token and token.amount else None
        if amount is None and re.search("水平|平直|摆正|端正", self.text):
            self._add(iter([Want("straighten")]))  # 旋转至水平
            self.at = len(self.tokens)
            self._said()
            return
        degree = "little" if amount is None and _SLIGHTLY.search(self.text) else "plain"
        want = Want("rotate", "-" if left else "+" if said or degree == "little" else "", degree, amount)  # type: ignore[arg-type]
        if quarters(want) is not None and any(map(_thing, self.state.topics)):
            self._out()  # 把盘子旋转90度
            return
        self._add(iter([want]))
        self.at = len(self.tokens)
        self._said()

    def _beyond(self, token: Token) -> None:
        """What sliders cannot do; the whole photo can be mirrored."""
        way = next((way for way, said in MIRRORED.items() if said == token.text), "")
        if not way or self.state.marks.negated or any(map(_thing, self.state.topics)):
            self._out()
            return
        self._add(iter([Want("flip", way)]))
        self.at += 1
        self._said()

    def _amount(self, token: Token) -> None:
        assert token.amount is not None
        state = self.state
        self.at += 1
        unit = token.amount[1]
        if unit == "ratio":
            if not any(d.want.what == "crop" and d.want.amount for d in self.drafts.wants):
                self._add(iter([Want("crop", "", "plain", self._shape(token.amount))]))
        elif unit == "deg" and not state.said:
            self._rotate()
        elif state.topics and not state.said:
            self._shift_back()
            for target in state.topics:
                target = replace(target, amount=token.amount)
                if target.of("tone") and hue_name(target) == "tone" and not target.hues:
                    target.head = Sense("noun", "tint", 1)  # 色调-5: the slider of that name
                target.absolute = state.marks.toward or any(t.text in ("到", "至") for t in self.tokens)
                for where in self._where(target):
                    self._add(wanting.wanted(target, where))
            self._said()
        elif unit == "EV" and not state.said:
            way = next((t.sense("verb") for t in self.tokens if t.sense("verb")), None)
            down = token.amount[0] < 0 or way is not None and way.name in DECREASING
            self._add(
                iter([meaning.wants_of("brightness", "-" if down else "+", Phrase(amount=token.amount), Place())])
            )
        elif state.said and self.drafts.wants and self.drafts.wants[-1].want.amount is None:
            last = self.drafts.wants[-1]
            number = -abs(token.amount[0]) if last.want.direction in ("-", "less", "darker") else token.amount[0]
            self.drafts.wants[-1] = replace(last, want=replace(last.want, amount=(number, unit)))
