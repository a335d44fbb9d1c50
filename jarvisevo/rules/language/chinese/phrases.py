"""Nouns in a row, and what stands behind a predicate."""

from dataclasses import dataclass, field, replace

from jarvisevo.rules import places, things
from jarvisevo.rules.intent import Place
from jarvisevo.rules.language.chinese.clause import IT, NOUNS, PHOTOS, SIDES, State, hue_name
from jarvisevo.rules.language.drafts import Drafts
from jarvisevo.rules.language.lexicon import Sense, names, senses
from jarvisevo.rules.language.meaning import Hue, Phrase, Property
from jarvisevo.rules.language.tokens import Token


@dataclass(slots=True)
class _NounPhrase:
    """A phrase while it is read; noun: words nobody knew, together the name of a thing."""

    found: Phrase = field(default_factory=Phrase)
    noun: str = ""

    @property
    def begun(self) -> bool:
        """True once there is a noun."""
        return self.found.head is not None or bool(self.noun)

    def close(self) -> None:
        """What nobody knew is where it is about."""
        self.found.places, self.noun = [Place(self.noun, words=self.noun)], ""


_ALL_OF_IT = "身体面"
"""Behind a thing: all that is seen of it."""
_RICH = ("saturation", "soft", "deep", "pop")
"""What an adjective behind 得 is of that praises: 红得浓郁."""
_MEANT = ("less", "more", "too")
"""What stands before a predicate of a thing's own: 脸提亮|背景别那么红."""


def _thing(token: Token | None) -> bool:
    """True for a noun of no sense to editing that yet has an English name or a finder: 灯笼, 椅子."""
    if token is None or not _strange(token) or len(token.text) < 2:
        return False
    return token.text in names() or things.known(token.text) or bool(places.named(token.text))


def _strange(token: Token | None) -> bool:
    """True for a word nobody knew, which names a thing."""
    return token is not None and not (token.senses or token.stop) and token.amount is None and token.box < 0


def shared_noun(found: list[Phrase]) -> list[Phrase]:
    """蓝色和青色的饱和度: the noun behind the last colour is that of the others too."""
    last = found[-1] if found else None
    for one, two in zip(found, found[1:], strict=False):
        if (
            one.of("noun")
            and one.hues
            and two.of("noun")
            and not two.hues
            and hue_name(two) in ("saturation", "brightness")
        ):
            two.hues = list(one.hues)  # 黄色饱和度和明度
    if last is None or not (last.of("noun") and last.hues and all(f.of("color") for f in found[:-1])):
        return found
    colors = [f.head.name for f in found[:-1] if f.head is not None]
    return [*(replace(last, hues=[Hue(name)]) for name in colors), last]


class Phrases:
    """The position in a clause; finds nouns, measures and objects from there."""

    def __init__(self) -> None:
        self.drafts = Drafts()
        self.outside: list[Place] = []
        self.rest = self.turned = False
        self.before = 0
        self.leaned = range(0)
        self.last: Place | None = None  # what 其他 leaves out
        self.mentioned: Phrase | None = None  # what 它 is
        self.topics: list[Phrase] = []
        self.complained: list[Phrase] = []
        self.stated: list[Phrase] = []  # what a clause tells of without asking for anything
        self.chained: list[Phrase] = []  # things of which the clause before said how they are to be
        self.tokens: list[Token] = []
        self.at = 0
        self.text = ""
        self.state = State()

    def _peek(self, ahead: int = 0) -> Token | None:
        at = self.at + ahead
        return self.tokens[at] if 0 <= at < len(self.tokens) else None

    def _is_phrase(self) -> bool:
        return self._ahead() is not None

    def _ahead(self) -> Phrase | None:
        """The phrase that stands here, without moving there."""
        at = self.at
        found = self._phrase()
        self.at = at
        return found

    def _color_is_noun(self) -> bool:
        """蓝色收一收, 去黄, 天空的蓝: the colour is a thing; 更蓝, 绿一点: it is said of one."""
        token, before, after = self._peek(), self._peek(-1), self._peek(1)
        assert token is not None
        if _thing(after) and not (self.state.marks.too or self.state.marks.toward):
            return True  # 红灯笼, 红色灯笼
        if len(token.text) == 1 and _strange(after) and not (self.state.topics or self.state.said):
            second, third = self._peek(2), self._peek(3)
            named = second is not None and second.says("de") and third is not None and not third.sense("place")
            if named and not (self.state.marks.too or self.state.marks.toward):
                return True  # 红岩的颜色, not 红嘟嘟的脸
        owned = self._peek(2) if after is not None and after.says("de") else None
        if owned is not None and self.tokens[self.at + 1].text == "的" and owned.says("more", "less", "not", "too"):
            return True  # 红的再红些
        if len(token.text) > 1 and owned is not None and owned.sense("place"):
            return True  # 绿油油的草地
        if self.state.marks.too or self.state.marks.toward or self.state.marks.more and not token.text.endswith("色"):
            return False
        pointed = before is not None and (before.says("those") or before.text in ("这个", "那个", "这种", "那种"))
        if pointed and (after is None or not after.sense("degree")):
            return True  # 去掉那层棕色
        if (
            after is not None
            and any(after.sense(r) for r in ("noun", "tone", "place", "color"))
            and not after.sense("degree")
        ):
            return True
        if after is not None and (after.sense("degree") or after.says("enough")) and not token.text.endswith("色"):
            return False
        owner = self._peek(-2) if before is not None and before.text == "的" else None
        if owner is not None and owner.says("in") and not owner.sense("place"):
            owner = self._peek(-3)  # 墙上的黄色
        if (
            before is not None
            and before.says("de")
            and after is not None
            or owner is not None
            and (owner.sense("place") or owner.sense("image"))
        ):
            return True
        if after is not None and after.sense("verb") is not None and not after.sense("verb", "make", "be"):
            return True
        if token.text.endswith("色"):
            return after is not None
        return False

    def _phrase(self) -> Phrase | None:
        """Nouns in a row with what stands before them; None (and no move) when there is none."""
        start, row = self.at, _NounPhrase()
        while (token := self._peek()) is not None and self._takes(row, token):
            row.found.words.append(token.text)
            self.at += 1
        if row.noun and not self._takes_whole(row):
            row.found.head = Sense("place", row.noun, 0, ("unknown",))
            row.close()
        if row.found.head is None:
            self.at = start
            return None
        return row.found

    @staticmethod
    def _takes_whole(row: "_NounPhrase") -> bool:
        """车身, 塔身, 桥面: what they are of."""
        whole = row.noun[:-1]
        sense = next((s for s in senses("zh").get(whole, ()) if s.role == "place"), None)
        if row.noun[-1] not in _ALL_OF_IT or sense is None and not (things.known(whole) or whole in names()):
            return False
        row.found.head = sense or Sense("place", whole, 0, () if things.known(whole) else ("unknown",))
        row.found.places, row.noun = [Place(row.found.head.name, words=row.noun)], ""
        return True

    def _takes(self, row: "_NounPhrase", token: Token) -> bool:
        """Whether a word belongs to the phrase, which is told what it says."""
        found = row.found
        if token.box >= 0:
            if row.noun:  # 小船 <box>…</box>
                found.head = Sense("place", row.noun)
                row.close()
            known = found.places[0] if found.of("place") and found.places else Place("box", words="<box>")
            found.head = found.head or Sense("place", "box")
            found.places = [replace(known, box=token.box)]
            return True
        if token.says("those"):
            return not row.begun or bool(row.noun) or found.of("place")  # 门口那盏|灯
        if token.text in ("这种", "那种", "这个", "那个") and not row.begun:
            return True
        if (
            token.text in ("小", "大", "老")
            and not row.begun
            and (after := self._peek(1)) is not None
            and (after.sense("place") or not after.senses and after.amount is None)
        ):
            return True  # 小脸蛋
        if token.says("classifier") and not row.begun:
            found.quant = "one"
            return True
        if token.says("classifier") and found.of("place") and found.places[0].name in SIDES:
            return self._nounish_ahead()  # 左边几个|游客
        if token.says("in") and not token.sense("place") and row.begun:
            return True
        if token.says("de"):
            after = self._peek(1)
            return bool(found.words) and after is not None and self._nounish(after)
        color = token.sense("color")
        if color is not None and not token.says("lack"):
            return self._color_is_noun() and self._takes_color(row, token, color)
        adjective = token.sense("adjective")
        if adjective is not None and not any(token.sense(r) for r in ("noun", "place")):
            after, second = self._peek(1), self._peek(2)
            owner = after is not None and after.says("de") and second is not None and second.sense("place")
            if row.begun or adjective.fault and not owner or not self._modifies():
                return False
            found.properties.append(Property(adjective.name, adjective.sign, adjective.fault))
            return True
        if adjective is not None and row.begun and not token.sense("place") and self._adjectival(token):
            return False  # 颜色|灰一点
        sense = next((s for s in token.senses if s.role in NOUNS), None)
        if sense is not None and not self._verbal(token):
            return self._takes_noun(row, token, sense)
        return not token.senses and token.amount is None and not token.stop and self._takes_unknown(row, token)

    def _adjectival(self, token: Token) -> bool:
        marks, after = self.state.marks, self._peek(1)
        return (
            bool(marks.too or marks.more or marks.negated or marks.seems)
            or after is not None
            and after.sense("degree") is not None
        )

    def _takes_color(self, row: "_NounPhrase", token: Token, color: Sense) -> bool:
        found, after = row.found, self._peek(1)
        owned = self._peek(2) if after is not None and after.says("de") else None
        if _thing(after):
            found.hues.append(Hue(color.name))
        elif len(token.text) == 1 and _strange(after):
            row.noun += token.text  # 红|岩: the name of a thing
        elif owned is not None and (owned.sense("place") or owned.sense("noun") or _strange(owned)):  # 红色的裙子
            found.hues.append(Hue(color.name))
        elif after is None or not any(after.sense(r) for r in ("noun", "tone", "place", "color")):
            if row.noun and token.text.endswith("色"):
                row.close()  # 肉的红色
            found.head = color
        elif after.sense("color") and after.text.endswith("色") and token.text.endswith("色"):
            found.head = color  # 红色绿色: the next one is a phrase of its own
            found.words.append(token.text)
            self.at += 1
            return False
        else:
            found.hues.append(Hue(color.name))
        return True

    def _takes_noun(self, row: "_NounPhrase", token: Token, sense: Sense) -> bool:
        found = row.found
        if sense.role == "noun" and found.of("noun"):
            return False  # 亮度 对比度
        owned = self._peek(-1)
        if sense.role == "image" and row.begun and owned is not None and owned.text == "的" and token.text in PHOTOS:
            found.head, found.places, row.noun = sense, [], ""  # 老房子的照片
            return True
        if sense.role == "image" and row.begun:
            return True
        parts = [
            t for t in self.complained if t.of("place") and t.places and t.places[0].name in ("face", "skin", "eyes")
        ]
        after = self._peek(1)
        if token.text in ("她", "他", "她们", "他们") and parts and not (after is not None and after.says("de")):
            found.head, found.places = parts[0].head, list(parts[0].places)  # 她脸太黑，帮她提亮
            return True
        if token.text in IT and self.mentioned is not None:  # 天空太灰，让它蓝一点
            found.head, found.places = self.mentioned.head, list(self.mentioned.places)
            return True
        if sense.role == "place":
            return self._takes_place(row, token, sense)
        before = self._peek(-1)
        if row.noun and sense.role == "tone" and sense.name == "look" and before is not None and not before.says("de"):
            kept = any(t.sense("verb", "keep") for t in self.tokens)
            if len(self.drafts.wants) == self.before and not kept:
                self.drafts.out.append(row.noun + token.text)  # 中古|感: a style that nobody here knows
            row.noun, found.head = "", replace(sense, marks=("unknown",))
            return True
        if sense.role == "tone" and sense.name in ("look", "tone") and found.of("color") and found.head is not None:
            found.hues.append(Hue(found.head.name))
        if not (sense.role == "tone" and found.of("noun")):
            found.head = sense
        if row.noun:
            row.close()
        return True

    def _takes_place(self, row: "_NounPhrase", token: Token, sense: Sense) -> bool:
        found = row.found
        if found.of("noun", "tone", "color"):
            inside, before = self._peek(-1), self._peek(-2)
            if not (inside is not None and before is not None and inside.says("de") and before.says("in")):
                return False
            found.places, found.head = [Place(sense.name, words=token.text)], sense  # 阴影里的垃圾桶
            return True
        around = token.text in ("周围", "四周", "旁边", "附近") and not found.of("image")
        if around and found.places and found.places[0].name in ("lamp", "sun", "moon", "window", "eyes", "lips"):
            return True  # 路灯周围: the glow of it
        if sense.name in ("top", "bottom", "corners", "center") and (row.noun or found.of("place")):
            return True  # 桥洞下面: there, not the lower part of the photo
        side = found.of("place") and found.places[0].name in SIDES
        name = "skin" if sense.name == "skin tone" else sense.name
        found.places = [Place(name, words=(found.text if side else row.noun) + token.text)]
        found.head, row.noun = sense, ""
        return True

    def _takes_unknown(self, row: "_NounPhrase", token: Token) -> bool:
        found, before = row.found, self._peek(-1)
        if found.head is not None and not found.of("place", "image"):
            return False
        if found.of("place"):
            side = found.places and found.places[0].name in SIDES
            owner = before is not None and before.says("de")  # 鸟的羽毛
            found.head, found.places = None, []
            row.noun = "" if side or owner else "".join(found.words)
        row.noun += token.text
        return True

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
        return bool(after.sense("noun") or after.sense("tone")) and (not self.state.topics or len(marks.fact) > 1)

    def _tone_topic(self) -> bool:
        heads = [t.head for t in self.state.topics if t.head is not None]
        return any((h.role, h.name) in (("tone", "tone"), ("noun", "warmth"), ("noun", "tint")) for h in heads)

    def _acts(self, token: Token) -> bool:
        """True for a word that begins a predicate of its own."""
        verb = token.sense("verb") is not None and not token.sense("verb", "be", "keep")
        return verb or bool(token.sense("act") or token.sense("adjective") or token.says("untouched", "not"))

    def _own_object(self, light: bool = False) -> list[Phrase]:
        """The nouns behind a verb, unless they are the topic of what comes: 左边提亮|右边压暗.

        light  the verb says little without an object: 加
        """
        start = self.at
        found = self._object()
        after = self._peek()
        free = bool(found) and (found[-1].of("place") or not light)
        own = after is not None and (self._acts(after) or found[-1:] and found[-1].of("place") and after.says(*_MEANT))
        if free and self.state.topics and own:
            self.at = start
            return []
        return found

    def _object(self) -> list[Phrase]:
        """The nouns behind a verb."""
        found: list[Phrase] = []
        while (token := self._peek()) is not None:
            if token.says("classifier") or token.says("and") and found and self._nounish_ahead():
                self.at += 1
                continue
            if token.sense("color") and not token.text.endswith("色") and (not found or token.says("lack")):
                follows, second = self._peek(1), self._peek(2)
                anew = bool(self.state.topics) and second is not None and self._acts(second)  # 天空加蓝|草地加绿
                if follows is None or not self._nounish(follows) or anew:
                    color = token.sense("color")
                    assert color is not None
                    found.append(Phrase(Sense("color", color.name), [token.text]))
                    self.at += 1
                    continue
            second = self._peek(-1)
            listed = not found or second is not None and second.says("and")  # 高光和白色
            owned = bool(found) and found[-1].of("image", "place") and self._peek(1) is None  # 降低画面蓝色
            if token.sense("color") and not self._color_is_noun() and (listed or owned):
                color = token.sense("color")
                assert color is not None
                places = list(found.pop().places) if owned and not listed else []
                found.append(Phrase(Sense("color", color.name), [token.text], places=places))
                self.at += 1
                continue
            each = self._phrase()
            if each is None:
                break
            if found and not found[-1].of("place") and not self.tokens[self.at - len(each.words) - 1].says("and"):
                self.at -= len(each.words)
                break
            if found and found[-1].of("place") and not each.of("place"):
                each.places = each.places or found.pop().places
            found.append(each)
        return shared_noun(found)

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
            elif marks.too == "比" and (token.says("too") or token.sense("adjective", "size")):
                self.at += 1  # 比窗户暗|太多
                continue
            elif token.says("over") or token.text in ("了点", "了些"):
                marks.too = marks.too or token.text
            elif (
                token.text == "了"
                and (after := self._peek(1)) is not None
                and after.sense("degree", "little")
                and not self.tokens[self.at - 1].sense("act")
            ):  # 低了一点
                marks.too = marks.too or token.text
                self.at += 1
            elif token.text in ("成", "成了") and any(s.fault for s in self.tokens[self.at - 1].senses):
                self.at = len(self.tokens) - 1  # 过曝成一个白点
            elif token.text == "得" and self._bad_behind():  # 蓝得好假
                marks.too = marks.too or token.text
                self.at = self._complement_end() - 1
            elif token.says("more") and token.text in ("多一点", "多一些"):
                marks.behind, marks.degree = True, marks.degree or "little"
            elif not (
                token.says("de")
                and self._peek(1) is None
                or marks.toward
                and token.says("in", "toward")
                or token.says("skip", "up", "downward")
                and token.text != "像"
                and not token.sense("verb")
            ):
                return
            self.at += 1

    def _shift_back(self) -> None:
        self.at -= 1
        self._shift()

    def _bad_behind(self) -> bool:
        """True when what follows 得 says how bad it is: 绿得辣眼睛, 白得像纸."""
        behind = self.tokens[self.at + 1 : self._complement_end()]
        wished = any(t.sense("degree", "little") or t.says("more", "to") or t.sense("look") for t in behind)
        wished = wished or any(s.name in _RICH and s.sign > 0 and not s.fault for t in behind for s in t.senses)
        return bool(behind) and not (wished and not any(t.says("too") for t in behind))

    def _complement_end(self) -> int:
        """Where what stands behind 得 ends: before the next act."""
        ends = (i for i in range(self.at + 1, len(self.tokens)) if self.tokens[i].sense("act"))
        return next(ends, len(self.tokens))

    def _number(self) -> tuple[float, str] | None:
        token = self._peek()
        if token is not None and token.amount is not None and token.amount[1] != "ratio":
            self.at += 1
            self._shift_back()
            return token.amount
        return None
