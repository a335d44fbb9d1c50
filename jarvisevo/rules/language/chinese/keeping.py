"""What must stay as it is, what is not to come, and nouns that no predicate took."""

from dataclasses import replace

from jarvisevo.rules import places, things
from jarvisevo.rules.intent import QUANTITIES, Keep, Place
from jarvisevo.rules.language import meaning, wanting
from jarvisevo.rules.language.chinese.clause import hue_name
from jarvisevo.rules.language.chinese.saying import PALE, Saying
from jarvisevo.rules.language.lexicon import names
from jarvisevo.rules.language.meaning import Hue, Phrase
from jarvisevo.rules.language.tokens import Token

_REGIONS = ("sky", "background", "foreground", "subject", "face", "skin", "skin tone", "water", "grass")
"""What is in a photo and no thing that one would rather not have in it."""


class ChineseKeeping(Saying):
    """Reads 保留, 不要动, 没有, 除了, and what is left over at the end of a clause."""

    def _exception(self) -> list[Token]:
        """除了狗(以外)，其他…: everything but the dog."""
        start = next((i for i, t in enumerate(self.tokens) if t.says("except")), -1)  # -1: 背景以外
        ends = (
            i
            for i, t in enumerate(self.tokens)
            if i > start
            and (t.says("outside", "rest", "and") or t.sense("act") or t.sense("verb") is not None)
            and not self._lists(i)
        )
        end = next(ends, len(self.tokens))
        if start < 0:  # 把天空以外的地方提亮
            end = next(i for i, t in enumerate(self.tokens) if t.says("outside"))
        self.at, tokens = start + 1, self.tokens
        self.tokens = tokens[:end]
        while self.at < len(self.tokens):
            found, hue = self._phrase(), self.tokens[self.at].sense("color") if self.at < end else None
            if found is None:
                if hue is not None:
                    self.drafts.keep.append(Keep(f"color:{hue.name}", words=self.text))
                self.at += 1
            elif found.places:
                self.outside += found.places
            elif found.of("color") and found.head is not None:
                self.drafts.keep.append(Keep(f"color:{found.head.name}", words=self.text))
            elif found.of("noun") and found.head is not None:
                self.drafts.keep.append(Keep(found.head.name, words=self.text))
        self.at = 0
        return tokens[: max(start, 0)] + tokens[end:]

    def _lists(self, at: int) -> bool:
        """除了猫|和|狗: another exception follows."""
        after = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        return (
            self.tokens[at].text in ("和", "与", "跟", "及", "以及")
            and after is not None
            and bool(after.sense("place"))
        )

    def _exempt(self, before: int) -> None:
        """ "(整体调冷，)灯光除外": what was said just before holds everywhere but there."""
        for i, draft in enumerate(self.drafts.wants[before:], before):
            if draft.want.where.everywhere and self.outside:
                where = replace(self.outside[0], outside=True)
                self.drafts.wants[i] = replace(draft, want=replace(draft.want, where=where))

    def _untouched(self) -> None:
        self.at += 1
        found = self._object()
        for each in found:
            each.places = each.places or [p for t in self.state.topics for p in t.places]
        self._kept(found or self.state.topics or [Phrase()], "change")

    def _kept(self, found: list[Phrase], way: str) -> None:
        for each in found:
            head = each.head
            for where in self._where(each):
                if head is None or head.role == "image":
                    self.drafts.keep.append(Keep("all", where, self.text))
                elif head.role == "noun":
                    self.drafts.keep.append(Keep(head.name, where, self.text))
                elif head.role == "color":
                    self.drafts.keep.append(Keep(f"color:{head.name}", where, self.text))
                elif head.role == "tone" and each.hues:
                    self.drafts.keep.append(Keep(f"color:{each.hues[0].name}", where, self.text))
                elif head.role == "tone":
                    what = {"light": "brightness", "color": "saturation"}.get(
                        head.name, "look:natural" if "滤镜" in self.text else "all"
                    )
                    if what == "look:natural":
                        continue
                    self.drafts.keep.append(Keep(what, where, self.text))
                else:
                    self.drafts.keep.append(Keep("all", where, self.text))
        self._said()

    def _keep(self) -> None:
        """保留雾的氛围, 人要保持清晰."""
        self.at += 1
        while (token := self._peek()) is not None and (token.sense("degree", "little") or token.says("skip", "de")):
            self.at += 1  # 保留一点|层次, 保持现在的|冷色调
        found = self._object()
        owners = [f for f in found if f.of("image", "place") and not f.describes]
        if (found and not owners) or not self._kept_quality(owners or self.state.topics or [Phrase()]):
            for each in found:
                each.places = each.places or [p for t in self.state.topics for p in t.places]
            foggy = [f for f in found if f.of("tone") and f.places]
            self._kept([f for f in found if f not in foggy] or self.state.topics, "keep")
            if found and (after := self._peek()) is not None and after.sense("look"):
                self._kept_quality(self.state.topics or [Phrase()])  # 保持蓝色|夜晚的感觉
        self._said()

    def _kept_quality(self, owners: list[Phrase]) -> bool:
        """保留|照片的|暖调, 保留|黄昏的暖光: how something is, and is to stay; all of it to the end of the phrase."""
        start, many = self.at, len(self.drafts.keep)
        while (token := self._peek()) is not None:
            adjective, look = token.sense("adjective"), token.sense("look")
            if adjective is not None:
                what = {"clarity": "sharpness"}.get(adjective.name, adjective.name)
                what = what if what in QUANTITIES else "all"
                self.drafts.keep += [Keep(what, self._where(owner)[0], self.text) for owner in owners]
            elif look is not None:
                self.drafts.keep += [Keep(f"look:{look.name}", self._where(owner)[0], self.text) for owner in owners]
            elif not (token.says("de") or token.sense("tone") and len(self.drafts.keep) > many):
                break
            self.at += 1
        if len(self.drafts.keep) == many:
            self.at = start
        return len(self.drafts.keep) > many

    def _no(self) -> None:
        """无噪点, 没有颗粒, 没颜色: none of it is wanted, or it is missed."""
        found = self._object()
        for each in found:
            each.places = each.places or [p for t in self.state.topics for p in t.places]
            for where in self._where(each):
                if each.of("noun") and each.head is not None and each.head.fault:
                    self._add(wanting.moved("remove", each, where))
                elif each.of("noun") and hue_name(each) == "clarity" and self._faulty_light():
                    self.state.said = True  # 过曝没细节
                elif each.of("noun"):
                    self._add(wanting.moved("more", each, where), "complaint")
                elif each.of("tone") and each.head is not None and each.head.name in ("color", "light"):
                    self._add(wanting.moved("up", each, where), "complaint")
        if not found:
            self.state.marks.negated = True

    def _left_over(self) -> None:
        """Nouns that no predicate took: 电影感, 更多对比, 噪点, 蓝紫色调."""
        state, marks = self.state, self.state.marks
        if marks.negated and marks.too and not state.said and not state.topics and self.drafts.wants:
            wants = self.drafts.wants  # 不要太过: of a style with all that makes it
            styled = any(d.want.what.startswith("look:") for d in wants)
            for i in range(0 if styled else len(wants) - 1, len(wants)):
                wants[i] = replace(wants[i], want=replace(wants[i].want, degree="little"))
        if state.said or not state.topics:
            return
        if marks.only and not marks.negated and all(t.of("place") and not t.describes for t in state.topics):
            self._restrict([p for t in state.topics for p in t.places])
        for each in state.topics:
            each = replace(each, degree=self._degree())
            each.quant = "less" if marks.less else "more" if marks.more or marks.lack or marks.wanted else each.quant
            for where in self._where(each):
                strange = each.of("place") and each.head is not None and "unknown" in each.head.marks
                if marks.negated and strange and (marks.too or not self._refusal()):
                    self.drafts.unknown.append(each.text)  # 别弄得太阴间, 颜色不一致
                elif (
                    marks.negated
                    and not self._refusal()
                    and any(t.of("place") and t.head is not None and "unknown" in t.head.marks for t in state.topics)
                ):
                    continue
                elif marks.negated:
                    self._refused(each, where)
                elif marks.fact and each.of("color") and not marks.too:
                    if where.name in PALE and not marks.fact.startswith("本"):  # 整张是黄色的
                        self._add(meaning.hue_in(Hue(hue_name(each)), -1, each, where), "complaint")
                elif len(marks.fact) > 1 and each.of("noun", "tone"):  # 脸上都是硬光和阴影
                    self._add(wanting.moved("remove", each, where), "complaint")
                elif marks.way and not each.of("place"):
                    self._add(wanting.moved(marks.way, each, where))
                elif marks.seems and any(p.fault for p in each.properties):  # 看着雾蒙蒙的感觉
                    self._add(wanting.moved("remove", each, where), "complaint")
                elif marks.too and each.of("color") and self.tokens[-1].says("too", "over", "skip"):  # 红色有点过
                    self._add(meaning.of_hue("saturation", -1, hue_name(each), each, where), "complaint")
                elif marks.too and each.of("noun", "tone"):
                    self._add(wanting.moved("down", each, where), "complaint")
                elif each.of("place", "image") and not each.describes:
                    continue
                elif each.of("tone") and each.head is not None and "unknown" in each.head.marks:
                    continue  # 中古感 was named when it was read
                elif self._no_style(each, where):
                    said = "".join(each.words)
                    self.drafts.unknown.append(said if where.words in said else where.words + said)
                elif each.of("tone") and not each.describes:
                    if marks.behind or each.quant == "more":
                        self._add(wanting.moved("up", each, where))
                else:
                    fault = each.of("noun") and each.head is not None and each.head.fault and not each.quant
                    fault = fault or marks.lack  # 对比度不够
                    self._add(wanting.wanted(each, where), "complaint" if fault else "asked")
        state.said = True

    @staticmethod
    def _no_style(each: Phrase, where: Place) -> bool:
        """公路片的味道: a style that nobody here knows, and no place that is to look better."""
        named = where.everywhere or places.named(where.name) or things.known(where.name) or where.name in names()
        return each.of("tone") and hue_name(each) == "look" and not (each.describes or named or where.box >= 0)

    def _restrict(self, places: list[Place]) -> None:
        """亮一点，只要脸: what was asked for just before is for there alone."""
        for i in range(self.before - 1, -1, -1):
            draft = self.drafts.wants[i]
            if not draft.want.where.everywhere or len(places) != 1:
                return
            self.drafts.wants[i] = replace(draft, want=replace(draft.want, where=places[0]))

    def _refused(self, each: Phrase, where: Place) -> None:
        """不要暗角, 不要滤镜味, 暗部别死黑."""
        if each.of("noun") and each.head is not None and each.head.fault:
            zone = {"死黑": "shadows", "死白": "highlights"}.get(each.text, "")
            if zone:
                self.drafts.keep.append(Keep(zone, where, self.text))
            else:
                self._add(wanting.moved("remove", each, where))
        elif self.state.marks.too == "偏" and each.of("tone"):  # 颜色不要偏
            self.drafts.keep.append(Keep("white_balance", where, self.text))
        elif each.of("tone") and each.hues and "想" in self.text:  # 不想要这种黄黄的感觉
            self._add(meaning.hue_in(each.hues[0], -1, each, where))
        elif each.of("place") and self._unwanted(each) and not self.drafts.wants:
            self.drafts.out.append(self.text)  # 不想要路人
        else:
            self._kept([each], "add")

    def _unwanted(self, each: Phrase) -> bool:
        """True for a thing that is not wanted in the photo, where nothing is done that it is to be spared."""
        said = any(t.text.endswith("要") for t in self.tokens if t.says("not"))
        return said and (hue_name(each) not in _REGIONS or "纹" in each.text)
