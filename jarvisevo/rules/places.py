"""The places an instruction can name, and the masks that stand for them. Words and numbers of masks; no pixels.

A name is first looked up as it stands (`PLACES`), then among the words that people use for it (`named`). What is no
place at all ("train") has no masks here; regions.py says that it was not found.
"""

import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

from editor_ops.masks.region import LAND_NUMBERS

Mask = dict[str, Any]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class PlaceRow:
    """How a thought calls a place, the words that name it, and its Mask/Image parameters: the first found serve.

    masks  choices; each choice is a tuple of masks that are added up
    kind   "image" (one of `masks`), "drawn" (a gradient), "scenery" (where no mask is, looked for by scenery.py),
           "thing" (what no detector finds may be one of `masks`), "animal" (a subject that is no person)
    """

    english: str
    chinese: str
    words: str
    masks: tuple[tuple[Mapping[str, Any], ...], ...] = ()
    kind: str = "image"


def _part(category: int) -> tuple[Mapping[str, Any], ...]:
    return ({"MaskSubType": 3, "MaskSubCategoryID": category},)


def _land(*names: str) -> tuple[Mapping[str, Any], ...]:
    return tuple({"MaskSubType": 0, "MaskSubCategoryID": LAND_NUMBERS[name]} for name in names)


SUBJECT, SKY, PERSON = ({"MaskSubType": 1},), ({"MaskSubType": 2},), _part(1)
PLACES: dict[str, PlaceRow] = {
    "sky": PlaceRow(
        "sky",
        "天空",
        "sky, skies, heaven, cloud, clouds, milky way, stars, star, sunset, sunrise, dusk, dawn, afterglow, 银河, 星星,"
        " 星空, 天空, 蓝天, 天, 云, 云层, 云彩, 晚霞, 朝霞, 霞, 夕阳, 日落, 日出, 落日",
        (SKY,),
    ),
    "face": PlaceRow(
        "face",
        "脸部",
        "face, facial, cheek, complexion, forehead, nose, chin, 脸, 人脸, 脸部, 面部, 脸色, 面色, 脸上, 额头",
        (_part(2),),
    ),
    "skin": PlaceRow(
        "skin",
        "皮肤",
        "skin, skin tone, skin tones, skin color, skintone, 皮肤, 肤色, 肌肤",
        ((*_part(2), *_part(4)), _part(2), _part(4)),
    ),
    "eyes": PlaceRow("eyes", "眼睛", "eye, iris, pupil, 眼睛, 眼, 眼神", ((*_part(3), *_part(8)), _part(3), _part(8))),
    "teeth": PlaceRow("teeth", "牙齿", "teeth, tooth, smile, 牙齿, 牙", (_part(12),)),
    "hair": PlaceRow("hair", "头发", "hair, 头发, 发丝", (_part(5),)),
    "eyebrows": PlaceRow("eyebrows", "眉毛", "eyebrow, brow, 眉毛, 眉", (_part(9),)),
    "lips": PlaceRow("lips", "嘴唇", "lip, lipstick, mouth, 嘴唇, 口红, 唇色, 唇, 嘴", (_part(6),)),
    "clothes": PlaceRow(
        "clothes",
        "衣服",
        "clothes, clothing, dress, coat, outfit, suit, gown, uniform, costume, robe, kimono, 衣服, 裙子, 西装, 制服,"
        " 大衣, 连衣裙, 长裙, 礼服, 婚纱, 旗袍, 汉服, 和服",
        (_part(11),),
    ),
    "upper clothes": PlaceRow(
        "top",
        "上衣",
        "shirt, jacket, t-shirt, tshirt, jersey, sweater, jumper, knitwear, turtleneck, blouse, hoodie, vest, cardigan,"
        " sweatshirt, pullover, blazer,"
        " polo, 上衣, 衬衫, 衬衣, 外套, 球衣, 毛衣, 卫衣, T恤, t恤, 背心, 夹克",
        (_part(60101), _part(11)),
    ),
    "lower clothes": PlaceRow(
        "trousers",
        "裤子",
        "trouser, pants, jeans, shorts, leggings, skirt, 裤子, 裤, 长裤, 短裤, 牛仔裤, 短裙, 半身裙",
        (_part(60102),),
    ),
    "shoes": PlaceRow(
        "shoes",
        "鞋子",
        "shoe, sneaker, boot, sandal, heels, footwear, foot, feet, 鞋子, 鞋, 运动鞋, 球鞋, 靴子, 皮鞋, 双脚",
        (_part(60103),),
        "thing",
    ),
    "hands": PlaceRow(
        "hands", "手", "hand, finger, glove, 手, 双手, 左手, 右手, 手指, 手掌, 手套", (_part(60104),), "thing"
    ),
    "arms": PlaceRow("arms", "手臂", "arm, forearm, 手臂, 胳膊, 胳臂", (_part(60105),)),
    "legs": PlaceRow("legs", "腿", "leg, thigh, knee, 腿, 双腿, 大腿, 小腿", (_part(60106),)),
    "hat": PlaceRow("hat", "帽子", "hat, cap, helmet, 帽子, 草帽, 头盔", (_land("hat"),)),
    "person": PlaceRow(
        "person",
        "人物",
        "person, people, woman, man, girl, boy, guy, lady, child, kid, baby, model, couple, bride, groom, women, men, "
        "children, body, portrait, him, her, them, myself, himself, herself, human, folks, gentleman, toddler, infant,"
        " teenager, mother, father, mom, mum, mama, mommy, dad, daddy, parent, grandparent, grandma, grandpa,"
        " grandmother, grandfather, grandson, granddaughter, son, daughter, sister, brother, sibling, twin, uncle,"
        " aunt, cousin, nephew, niece, wife, husband, girlfriend, boyfriend, fiance, fiancee, family, families,"
        " friend, bestie, buddy, bridesmaid, team, crowd, rider, player, singer, musician, dancer, actor, actress,"
        " athlete, runner, skater, surfer, skier, cyclist, biker, driver, officer, policeman, soldier, chef, waiter,"
        " worker, farmer, fisherman, student, teacher, 人物, 人像, 人, 她, 他, 孩子, 宝宝, 宝贝, 小朋友, 模特, 新娘,"
        " 新郎, 女孩, 男孩, 女人, 男人, 小孩, 美女, 老人, 妈妈, 爸爸, 爷爷, 奶奶, 儿子, 女儿, 姐姐, 妹妹, 哥哥, 弟弟,"
        " 家人, 我们, 他们, 她们, 他们俩, 她们俩, 我们俩, 咱们俩, 他俩, 她俩, 我俩, 咱俩,"
        " 老婆, 老公, 女朋友, 男朋友, 女友, 男友, 朋友, 闺蜜, 情侣, 同学, 老师, 学生,"
        " 歌手, 演员, 舞者, 运动员, 选手",
        (PERSON,),
    ),
    "subject": PlaceRow(
        "subject", "主体", "subject, main subject, object, 主体, 主题, 食物, 菜, food, dish, meal", (SUBJECT,)
    ),
    "animal": PlaceRow(
        "animal",
        "动物",
        "animal, pet, bird, horse, goose, duck, swan, alpaca, llama, camel, donkey, rhino, rhinoceros, hippo, kangaroo,"
        " panda, raccoon, hedgehog, hamster, otter, walrus, whale, dolphin, shark, turtle, tortoise, gecko, crab,"
        " koala, lion, lioness, tiger, bear, elephant, monkey, rabbit, fox,"
        " deer, squirrel, owl, eagle, parrot, penguin, snake, lizard, frog, butterfly, insect, bee, fish, sheep, goat,"
        " pig, zebra, giraffe, leopard, cheetah, wolf, seal, fur, feather, 动物, 宠物, 鸟, 马, 鹅, 鸭, 天鹅, 考拉,"
        " 狮子, 老虎, 熊, 大象, 猴子, 兔子, 狐狸, 鹿, 松鼠, 猫头鹰, 鹰, 企鹅, 蝴蝶, 虫, 鱼, 羊, 猪, 斑马, 长颈鹿, 豹,"
        " 狼, 毛, 羽毛, 羊驼,"
        " 骆驼, 驴, 犀牛, 河马, 袋鼠, 熊猫, 浣熊, 刺猬, 仓鼠, 水獭, 鲸, 海豚, 鲨鱼, 乌龟, 海龟, 壁虎, 螃蟹",
        (SUBJECT,),
        "animal",
    ),
    "background": PlaceRow(
        "background",
        "背景",
        "background, backdrop, behind, surrounding, surroundings, bg, 背景, 后面, 周围, 四周环境",
        (({"MaskSubType": 1, "MaskInverted": True},),),
    ),
    "foreground": PlaceRow("foreground", "前景", "foreground, 前景", (), "drawn"),
    "water": PlaceRow(
        "water",
        "水面",
        "water, sea, ocean, lake, river, pool, wave, waterfall, stream, creek, pond, rapid, surf, 水, 海, 大海, 海水,"
        " 湖, 湖水, 河, 河水, 海面, 水面, 湖面, 泳池, 瀑布, 小溪, 溪水, 溪流, 江水, 江面, 河面, 池塘, 海浪, 浪花, 水花",
        (_land("water"),),
        "scenery",
    ),
    "trees": PlaceRow(
        "trees",
        "树木",
        "tree, forest, woods, jungle, bush, shrub, hedge, palm, palm tree, treetop, 树, 森林, 树木, 树林, 丛林, 灌木,"
        " 大树, 棕榈树, 林子",
        (_land("tree"), _land("vegetation")),
    ),
    "grass": PlaceRow(
        "grass",
        "草地",
        "grass, grassland, lawn, meadow, field, pasture, prairie, 草, 草地, 草坪, 草原, 草丛, 草甸, 田野, 田, 麦田,"
        " 稻田",
        (_land("grass"), _land("vegetation")),
        "scenery",
    ),
    "greenery": PlaceRow(
        "greenery",
        "草木",
        "plant, greenery, vegetation, foliage, leaf, leaves, ivy, fern, 植物, 藤蔓, 绿植, 叶子, 绿叶, 树叶",
        (_land("vegetation"), _land("plant")),
    ),
    "building": PlaceRow(
        "building",
        "建筑",
        "building, house, architecture, tower, castle, church, skyline, city, town, village, facade, bridge, temple,"
        " palace, pagoda, cathedral, ruin, monument, cottage, barn, skyscraper, lighthouse, cabin, hut, villa,"
        " mansion, chapel, mosque, column, pillar, 建筑, 房子, 楼, 大楼, 建筑物, 城市, 小镇, 村庄, 塔,"
        " 桥, 高楼, 灯塔, 寺庙, 宫殿, 教堂, 城堡, 古建筑, 遗迹, 柱子, 石柱, 外墙",
        (_land("architecture"),),
        "scenery",
    ),
    "roof": PlaceRow("roof", "屋顶", "roof, rooftop, 屋顶, 房顶", (_land("roof"),)),
    "wall": PlaceRow(
        "wall",
        "墙面",
        "wall, brick wall, brickwork, brick, 墙, 墙面, 墙壁, 墙体, 砖墙, 砖块, 红砖, 青砖",
        (_land("wall"), _land("architecture")),
        "scenery",
    ),
    "ceiling": PlaceRow("ceiling", "天花板", "ceiling, 天花板, 吊顶", (_land("ceiling"),)),
    "floor": PlaceRow(
        "floor",
        "地板",
        "floor, flooring, decking, carpet, rug, 地板, 地毯",
        (_land("floor"), _land("artificial_ground")),
        "scenery",
    ),
    "door": PlaceRow("door", "门", "door, doorway, gate, 门, 大门, 房门, 木门", (_land("door"),)),
    "window": PlaceRow("window", "窗户", "window, 窗, 窗户, 窗子", (_land("window"),), "scenery"),
    "table": PlaceRow(
        "table",
        "桌子",
        "table, tabletop, tablecloth, desk, countertop, 桌子, 桌布, 桌面, 台面",
        (_land("table"),),
        "thing",
    ),
    "seat": PlaceRow(
        "seat", "座椅", "chair, armchair, stool, seat, sofa, couch, 椅子, 凳子, 座椅, 沙发", (_land("seat"),), "thing"
    ),
    "cabinet": PlaceRow(
        "cabinet",
        "柜子",
        "cabinet, cupboard, shelf, shelves, bookshelf, 柜子, 柜门, 橱柜, 架子, 书架",
        (_land("cabinet"),),
    ),
    "curtain": PlaceRow("curtain", "窗帘", "curtain, drape, 窗帘, 帘子", (_land("curtain"),)),
    "stairs": PlaceRow(
        "stairs", "台阶", "stairs, stair, staircase, stairway, steps, 台阶, 楼梯, 阶梯", (_land("stairs"),)
    ),
    "fence": PlaceRow("fence", "栏杆", "fence, railing, 栏杆, 围栏, 栅栏, 篱笆", (_land("fence"),)),
    "dish": PlaceRow(
        "dish",
        "餐具",
        "plate, bowl, cup, mug, saucer, tableware, crockery, 盘子, 碗, 杯子, 餐具, 碟子",
        (_land("dish"),),
        "thing",
    ),
    "road": PlaceRow(
        "road",
        "路面",
        "road, street, path, pavement, sidewalk, asphalt, pathway, cobbles, cobblestone, paving stone, tarmac, 街道,"
        " 路, 路面, 马路, 公路, 小路, 街面",
        (_land("road"), _land("artificial_ground")),
        "scenery",
    ),
    "rock": PlaceRow("rock", "岩石", "rock, stone, boulder, 岩石, 石头, 礁石", (_land("rock"),), "scenery"),
    "sand": PlaceRow(
        "sand",
        "沙滩",
        "sand, beach, desert, dune, 沙滩, 沙, 沙漠, 沙丘",
        (_land("sand"), _land("natural_ground")),
        "scenery",
    ),
    "ground": PlaceRow(
        "ground",
        "地面",
        "ground, gravel, soil, dirt, earth, 地面, 泥土, 土地",
        (_land("natural_ground", "artificial_ground"), _land("natural_ground"), _land("artificial_ground")),
        "scenery",
    ),
    "mountain": PlaceRow(
        "mountain", "山", "mountain, hill, peak, 山, 山峰, 群山, 远山, 山脉", (_land("mountains"),), "scenery"
    ),
    "cliff": PlaceRow(
        "cliff", "悬崖", "cliff, bluff, crag, 悬崖, 峭壁, 崖壁", (_land("rock"), _land("mountains")), "scenery"
    ),
    "snow": PlaceRow("snow", "雪", "snow, ice, 雪, 雪地, 雪山, 冰", (_land("snow"),), "scenery"),
    "flowers": PlaceRow(
        "flowers",
        "花",
        "flower, blossom, petal, rose, tulip, daisy, lily, peony, orchid, poppy, sunflower, dandelion, hydrangea, "
        "dahlia, carnation, camellia, hibiscus, wildflower, 花, 花朵, 鲜花, 花瓣, 樱花, 郁金香, 玫瑰, 牡丹, 菊花, "
        "百合, 雏菊, 向日葵, 荷花, 莲花, 桃花, 梅花, 油菜花, 绣球花, 康乃馨, 三角梅, 蒲公英, 野花, 兰花",
        (_land("flower"),),
        "scenery",
    ),
    "lights": PlaceRow(
        "lights", "灯光", "light, lamp, sun, moon, streetlight, 灯, 灯光, 太阳, 月亮, 路灯", (), "scenery"
    ),
    "left": PlaceRow("left side", "左侧", "left, left side, left part, 左, 左边, 左侧", (), "drawn"),
    "right": PlaceRow("right side", "右侧", "right, right side, right part, 右, 右边, 右侧", (), "drawn"),
    "top": PlaceRow(
        "top", "上部", "top, upper, top part, upper part, above, 上, 上面, 上边, 上部, 上方, 顶部", (), "drawn"
    ),
    "bottom": PlaceRow(
        "bottom", "下部", "bottom, lower, bottom part, lower part, 下, 下面, 下边, 下部, 下方, 底部", (), "drawn"
    ),
    "top left": PlaceRow(
        "top left", "左上", "top left, upper left, top left corner, 左上, 左上角, 左上方", (), "drawn"
    ),
    "top right": PlaceRow(
        "top right", "右上", "top right, upper right, top right corner, 右上, 右上角, 右上方", (), "drawn"
    ),
    "bottom left": PlaceRow(
        "bottom left", "左下", "bottom left, lower left, bottom left corner, 左下, 左下角, 左下方", (), "drawn"
    ),
    "bottom right": PlaceRow(
        "bottom right", "右下", "bottom right, lower right, bottom right corner, 右下, 右下角, 右下方", (), "drawn"
    ),
    "center": PlaceRow("centre", "中央", "center, centre, middle, 中间, 中央, 中心", (), "drawn"),
    "corners": PlaceRow(
        "corners", "四角", "corner, corners, edge, edges, border, 四角, 角落, 边缘, 四周, 边角", (), "drawn"
    ),
    "area": PlaceRow("marked area", "框选区域", "", (), "box"),
    "object": PlaceRow("marked thing", "框选的物体", "", (), "box"),
}
"""Landscape and person numbers are those of real files (editor_ops/masks/region.py)."""
SUBJECTS = ("person", "subject", "animal", "object", "area", "thing")
"""Places that stand out when what surrounds them steps back."""
WORN = ("clothes", "upper clothes", "lower clothes", "shoes")
LIMBS = ("hands", "arms", "legs")
PEOPLE = ("face", "skin", "eyes", "eyebrows", "teeth", "hair", "lips", *WORN, *LIMBS, "person")
FURNISHED = ("door", "window", "roof", "curtain", "table", "seat", "cabinet", "fence", "dish")
KNOWN_BY_COLOUR = ("", "flowers", "hat", *WORN, *FURNISHED)
"""Places that may be known by their colour where no network finds them; "" is one that has no network."""
CALLED_BY_COLOUR = (*KNOWN_BY_COLOUR, "building", "animal")
"""Places that are not meant where they surely have another colour than they are called by."""
WITHIN = {"trees": "greenery", "grass": "greenery", "road": "ground", "floor": "ground"}
WITHIN |= {"upper clothes": "clothes", "lower clothes": "clothes"}
"""Places that are a part of a wider one, which the language calls them by."""
FIELDS = ("field", "wheat", "meadow", "prairie", "pasture", "田", "田野", "麦子")
"""What is the ground where it is not found as grass: ripe corn is none."""
SCENES = frozenset(
    "coast, coastline, woodland, shore, seashore, seascape, seaside, landscape, scenery, scene, view, vista, panorama,"
    " cityscape,"
    " townscape, valley, canyon, village, town, harbour, harbor, countryside, 海岸, 海边, 海滨, 风景, 景色, 景, 山谷,"
    " 峡谷, 村庄, 小镇, 港口, 乡村".replace(" ", "").split(",")
)
"""Words for all that a photo shows: no part of it that could be cut out."""
_OWN_WORDS = {word.strip(): name for name, place in PLACES.items() for word in place.words.split(",") if word.strip()}
_NAMESAKES = frozenset("手腿")
"""Words that end others of another meaning: 门把手, 桌腿."""
_OWNERS = re.compile(
    r"^(?:the|a|an|her|his|their|my|our|its|your|this|that|these|those)\s+|^(?:他|她|它|我|人物|人)?的"
)

FRAMED = ("corner", "corners", "center", "centre")
"""Words that are a part of the frame, and of much else as well: "cafe corner", "shopping center"."""
_OF_THE_FRAME = {
    *("top", "bottom", "left", "right", "upper", "lower", "far", "very", "outer", "inner", "all", "four", "both"),
    *("dark", "bright", "photo", "image", "picture", "frame", "hand", "side", "and", "or", "of", "the", *FRAMED),
}
"""What is said of such a part of the frame."""

_PLURALS = ("people", "men", "women", "children", "sheep", "deer", "geese", "folk", "family", "crowd", "team", "couple")
_MANY = re.compile("[些们群]|[两二三四五六七八九十几]")


def plural(noun: str) -> bool:
    """Whether a noun names several things, or a group: "chairs", "people", 那些树."""
    if not noun.isascii():
        return bool(_MANY.search(noun))
    last = noun.lower().split()[-1] if noun.split() else ""
    return last in _PLURALS or last.endswith("s") and not last.endswith(("ss", "us", "is"))


@cache
def nouns(table: Literal["places", "things", "colours", "unseen"]) -> Mapping[str, str]:
    """The nouns of nouns.toml that are one of the places, or of the things, and which: "drummer" -> "person"; or that
    are things which mostly have one colour, and which; or animals of which neither network knows the like.
    """
    rows = tomllib.loads(resources.files(__package__).joinpath("nouns.toml").read_text(encoding="utf-8"))[table]
    return {" ".join(word.split()): name for name, words in rows.items() for word in words.split(",")}


@cache
def _by_word() -> Mapping[str, str]:
    return {**nouns("places"), **_OWN_WORDS}


def named(text: str) -> str:
    """The place that a noun names: "faces" -> "face", "the big sky" -> "sky"; "" when no mask stands for it."""
    text = _OWNERS.sub("", text.strip().lower())
    if text in PLACES:
        return text
    known = _by_word()
    words = [text, *text.split()[::-1]] if " " in text else [text]
    for word in words:
        if word in FRAMED and not set(text.split()[:-1]) <= _OF_THE_FRAME:
            continue
        for form in (word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("'s")):
            if form in known:
                return known[form]
    if not text.isascii():
        ends = (text[i:] for i in range(1, len(text)))
        return next((known[end] for end in ends if end in known and end not in _NAMESAKES), "")
    return ""


def meant(name: str, words: str) -> str:
    """What a place's own words name where that is a part of it: trees of the vegetation, the street of the ground."""
    said = named(words)
    return said if said and WITHIN.get(said) == named(name) else name


def is_scene(noun: str) -> bool:
    """True when a noun names all that a photo shows: "a stormy coast"."""
    words = noun.strip().lower().split()
    return bool(words) and (noun in SCENES or words[-1] in SCENES)


NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)")


def box_of(text: str, size: tuple[int, int]) -> tuple[Box | None, str]:
    """(left, top, right, bottom) as fractions of the photo from what stood in a <box>, or None and the reason.

    size  (width, height) of the upright photo in pixels
    No number above 1: fractions, as in JarvisEvo's prompts. Up to 1000: thousandths, as Qwen models write.
    Beyond: pixels. Between 1 and 2 they are fractions that lie outside. Corners may come in any order.
    """
    values = [float(n) for n in NUMBER.findall(text)]
    if len(values) != 4 or NUMBER.sub("", text).strip(" ,;[]()\t\n") or not all(map(math.isfinite, values)):
        return None, "not four numbers x1 y1 x2 y2"
    most = max(values)
    if 2 <= most <= 1000:
        values = [v / 1000 for v in values]
    elif most > 1000:
        values = [v / size[i % 2] for i, v in enumerate(values)]
    left, right = sorted(values[0::2])
    top, bottom = sorted(values[1::2])
    if left < 0 or top < 0 or right > 1 or bottom > 1:
        return None, "reaches outside the photo"
    if right - left < 0.004 or bottom - top < 0.004:
        return None, "has no area"
    return (left, top, right, bottom), ""


def part(box: Box, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """Rows and columns of a map (h, w) that a box (fractions) covers."""
    (left, top, right, bottom), (height, width) = box, shape[:2]
    return slice(int(top * height), int(bottom * height) + 1), slice(int(left * width), int(right * width) + 1)


def image_mask(fields: Mapping[str, Any], title: str, box: Box | None = None) -> Mask:
    """A Mask/Image; inside a box it is asked for at the box's middle."""
    x, y = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) if box else (0.5, 0.5)
    point = {"ReferencePoint": f"{x:.6f} {y:.6f}"} if box else {}
    return {"What": "Mask/Image", "MaskName": title, **fields, **point}


def rectangle(box: Box, title: str, **more: object) -> Mask:
    """A soft rectangle on exactly these coordinates."""
    left, top, right, bottom = box
    return {
        "What": "Mask/CircularGradient",
        "MaskName": title,
        "Left": left,
        "Top": top,
        "Right": right,
        "Bottom": bottom,
        "Angle": 0.0,
        "Roundness": -100.0,
        "Feather": 25.0,
        "MaskInverted": False,
        **more,
    }


def outlined(box: Box, title: str) -> Mask:
    """The object inside a box, to be cut out."""
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    points = [{"X": x, "Y": y} for x, y in corners]
    return {**image_mask({"MaskSubType": 0}, title, box), "Gesture": [{"Points": points}]}


def inside(mask: Mask) -> Mask:
    """The same mask, to be intersected with those before it."""
    return {**mask, "MaskBlendMode": 1, "MaskValue": 0.0, "MaskInverted": not mask.get("MaskInverted", False)}


def without(mask: Mask) -> Mask:
    """The same mask, to be taken away from those before it."""
    return {**mask, "MaskBlendMode": 1, "MaskValue": 0.0}


def rising(top: float, full: float, title: str) -> Mask:
    """Linear gradient from nothing at height `top` to everything at `full` and below."""
    return {"What": "Mask/Gradient", "MaskName": title, "ZeroX": 0.5, "ZeroY": top, "FullX": 0.5, "FullY": full}


def spread(zero: tuple[float, float], full: tuple[float, float], title: str) -> Mask:
    """Linear gradient from nothing at one point (x, y as fractions) to everything at another."""
    return {
        "What": "Mask/Gradient",
        "MaskName": title,
        "ZeroX": zero[0],
        "ZeroY": zero[1],
        "FullX": full[0],
        "FullY": full[1],
    }


def luminance(low: float, full: float, title: str, full_to: float = 1.0, high: float = 1.0) -> Mask:
    """The tones from `full` to `full_to`, none below `low` and above `high`; encoded luminance in [0, 1]."""
    asked = {"Type": 2, "Invert": False, "LumRange": f"{low:.6f} {full:.6f} {full_to:.6f} {high:.6f}"}
    return {"What": "Mask/RangeMask", "MaskName": title, "CorrectionRangeMask": asked}


def coloured(samples: list[tuple[float, float, float]], amount: float, title: str) -> Mask:
    """What has nearly one of the sampled colours: encoded ProPhoto in [0, 1]; amount 0-1 widens the range."""
    points = [" ".join(f"{v:.6f}" for v in (*sample, 0.0, 0.0, 0.0)) for sample in samples]
    asked = {"Type": 1, "Invert": False, "ColorAmount": amount, "PointModels": points}
    return {"What": "Mask/RangeMask", "MaskName": title, "CorrectionRangeMask": asked}


def complement(masks: list[Mask], title: str) -> list[Mask]:
    """Masks of everything but what these select: one inverted mask, or their group inverted."""
    if len(masks) == 1:
        return [{**masks[0], "MaskInverted": not masks[0].get("MaskInverted", False)}]
    return [{"What": "Mask/Aggregate", "MaskName": title, "MaskInverted": True, "Masks": masks}]


def less(masks: list[Mask], kept: list[Mask], title: str) -> list[Mask]:
    """The masks with what others select taken out of them."""
    if len(kept) == 1:
        return [*masks, without(kept[0])]
    return [*masks, without({"What": "Mask/Aggregate", "MaskName": title, "Masks": kept})]
