"""Things with a name that are looked for by networks: cars, boats, dogs, birds, chairs, cups … and nothing else.

Two detectors are asked: NanoDet with the 80 classes of COCO (editor_ops/masks/detector.py), and for the few things it
does not know an SSD MobileNetV2 for 300 × 300 pixels and 23 classes of Open Images, whose boxes are decoded as
MediaPipe does (modules/objectron, Apache-2.0): anchors of six layers, scores by a sigmoid. Both are in
editor_ops/masks/models/NOTICE.md.
"""

from functools import lru_cache

import cv2
import numpy as np

from editor_ops.masks import detector, models, scene_parsing
from editor_ops.masks.found import image
from editor_ops.photo import Photo
from jarvisevo.rules.places import Box, nouns, part

FILE, SIDE = "things.tflite", 300
SURE = 0.5
"""Score of the SSD from which a thing is there."""
APART = 0.25
"""Boxes of a class that overlap more (intersection over union) are one thing: their mean,
by the squares of their scores.
"""
COLUMNS = {"boot": 1, "box": 10, "heels": 16, "footwear": 18, "camera": 21}
"""Classes of the SSD that are looked for, and their places among its 23."""
SHOES = ("footwear", "boot", "heels")
VEHICLES = ("car", "bus", "truck", "train", "motorcycle", "bicycle", "airplane", "boat")
ANIMALS = tuple(sorted(detector.ANIMALS))
FRUIT, VEGETABLES = ("apple", "orange", "banana"), ("broccoli", "carrot")
SNACKS = ("pizza", "sandwich", "hot dog", "cake", "donut")
FOOD = (*SNACKS, *FRUIT, *VEGETABLES, "bowl")
LAID = ("dining table", "fork", "knife", "spoon", "cup", "wine glass")
"""What stands beside food."""
GLIMPSED, FILLS = 0.6, 0.15
"""Share of a thing known by its colour that lies in a box where the detector has a glimpse of one of that name, and
share of the box that it fills, at least.
"""
AN_ANIMAL = 0.5
"""Chance of an animal, whichever it is, from which the likeliest is there."""
MEAL = 0.58
"""Chance, of all that is glimpsed together, from which there is food in a photo."""
WORDS: dict[str, tuple[str, ...]] = {  # what people say -> classes that are it; () for what sounds like one
    "car, sedan, suv, 车, 汽车, 轿车, 车子, 小车, 小汽车, 跑车": ("car",),
    "taxi, cab, jeep, 出租车, 吉普车, 越野车": ("car",),
    "van, minivan, pickup, pickup truck, 面包车, 皮卡": ("truck", "car", "bus"),
    "bus, coach, school bus, 公交车, 公交, 大巴, 巴士, 校车, 客车": ("bus",),
    "truck, lorry, fire truck, fire engine, food truck, 卡车, 货车, 消防车, 餐车": ("truck", "bus"),
    "train, tram, subway, locomotive, railcar, 火车, 电车, 地铁, 列车, 高铁": ("train",),
    "vehicle, automobile, traffic, 车辆, 交通工具": VEHICLES[:5],
    "motorcycle, motorbike, scooter, moped, 摩托车, 摩托, 电动车, 电瓶车": ("motorcycle",),
    "bicycle, bike, cycle, 自行车, 单车, 脚踏车": ("bicycle",),
    "boat, ship, sailboat, yacht, canoe, kayak, ferry, rowboat, raft, vessel, gondola, 船, 小船, 大船, 帆船, 轮船,"
    " 游艇, 渔船, 皮划艇, 独木舟, 木船, 游船": ("boat",),
    "plane, airplane, aeroplane, aircraft, airliner, jet, 飞机, 客机, 战斗机": ("airplane",),
    "traffic light, traffic lights, traffic signal, stoplight, 红绿灯, 交通灯, 信号灯": ("traffic light",),
    "fire hydrant, hydrant, 消防栓": ("fire hydrant",),
    "stop sign, 停车标志": ("stop sign",),
    "parking meter, 停车计时器": ("parking meter",),
    "bench, 长椅, 长凳, 板凳": ("bench",),
    "animal, pet, 动物, 宠物": ANIMALS,
    "livestock, 牲口, 家畜": ("cow", "sheep", "horse"),
    "bird, seagull, gull, pigeon, dove, parrot, macaw, owl, eagle, hawk, falcon, osprey, heron, crane, stork, duck,"
    " duckling, goose, geese, swan, chicken, hen, rooster, chick, peacock, flamingo, sparrow, robin, crow, raven,"
    " hummingbird, kingfisher, woodpecker, finch, wren, penguin, pelican, ostrich, turkey, songbird, 鸟, 小鸟, 鸟儿,"
    " 海鸥, 鸽子, 白鸽, 鹦鹉, 猫头鹰, 鹰, 老鹰, 隼, 白鹭, 鹤, 仙鹤, 丹顶鹤, 鸭, 鸭子, 小鸭, 鹅, 大鹅, 白鹅, 大雁, 天鹅,"
    " 鸡, 小鸡, 公鸡, 母鸡, 孔雀, 火烈鸟, 麻雀, 乌鸦, 喜鹊, 燕子, 翠鸟, 啄木鸟, 企鹅, 鹈鹕, 鸵鸟": ("bird",),
    "cat, kitten, kitty, kitties, cats, 猫, 小猫, 猫咪, 猫猫, 橘猫, 黑猫, 白猫": ("cat",),
    "dog, puppy, puppies, pup, doggy, doggo, corgi, husky, poodle, labrador, retriever, golden retriever, bulldog, 狗,"
    " 小狗, 狗狗, 狗子, 柯基, 金毛, 哈士奇, 柴犬, 泰迪, 犬": ("dog",),
    "horse, pony, ponies, foal, stallion, mare, 马, 小马, 白马, 黑马, 马匹, 骏马": ("horse",),
    "sheep, lamb, ram, ewe, goat, 羊, 绵羊, 山羊, 羊群, 小羊, 羊羔, 羔羊": ("sheep",),
    "cow, cattle, bull, calf, calves, ox, oxen, buffalo, 牛, 奶牛, 黄牛, 水牛, 小牛, 老牛, 牛群, 耕牛": ("cow",),
    "elephant, 大象, 小象, 象": ("elephant",),
    "bear, grizzly, polar bear, 熊, 棕熊, 黑熊, 北极熊": ("bear",),
    "zebra, 斑马": ("zebra",),
    "giraffe, 长颈鹿": ("giraffe",),
    "backpack, rucksack, 背包, 双肩包, 书包": ("backpack",),
    "umbrella, parasol, sunshade, 伞, 雨伞, 遮阳伞, 太阳伞": ("umbrella",),
    "handbag, purse, tote, 手提包, 包包, 手袋, 女包": ("handbag",),
    "bag, 包": ("handbag", "backpack", "suitcase"),
    "tie, necktie, 领带": ("tie",),
    "suitcase, luggage, baggage, 行李箱, 手提箱, 行李": ("suitcase",),
    "frisbee, 飞盘": ("frisbee",),
    "ski, skis": ("skis",),
    "snowboard, 滑雪板": ("snowboard", "skis"),
    "ball, football, soccer ball, basketball, volleyball, baseball, tennis ball, sports ball, 球, 足球, 篮球, 排球,"
    " 棒球, 网球, 皮球": ("sports ball",),
    "kite, 风筝": ("kite",),
    "bat, baseball bat, 球棒, 棒球棒": ("baseball bat",),
    "glove, baseball glove, mitt, 棒球手套": ("baseball glove",),
    "skateboard, 滑板": ("skateboard",),
    "surfboard, 冲浪板": ("surfboard",),
    "racket, racquet, tennis racket, 球拍, 网球拍": ("tennis racket",),
    "bottle, wine bottle, beer bottle, 瓶子, 瓶, 酒瓶, 水瓶, 啤酒瓶": ("bottle",),
    "wine glass, wineglass, goblet, 酒杯, 红酒杯, 高脚杯": ("wine glass",),
    "glasses, sunglasses, eyeglasses, 眼镜, 墨镜, 太阳镜": (),  # never what one drinks from
    "glass, cocktail, beer, drink, 玻璃杯, 鸡尾酒, 饮料": ("wine glass", "cup"),
    "wine, 红酒, 葡萄酒": ("wine glass", "bottle"),
    "cup, mug, coffee, coffee cup, teacup, coffee mug, tumbler, 杯子, 杯, 咖啡杯, 茶杯, 咖啡, 水杯, 马克杯": ("cup",),
    "fork, 叉子, 叉": ("fork",),
    "knife, knives, 刀, 小刀, 餐刀": ("knife",),
    "spoon, 勺子, 勺, 汤匙": ("spoon",),
    "cutlery, silverware, utensil, 餐具": ("fork", "knife", "spoon"),
    "bowl, 碗": ("bowl",),
    "banana, 香蕉": ("banana",),
    "apple, 苹果": ("apple",),
    "orange, mandarin, 橙子, 橘子, 桔子": ("orange",),
    "fruit, 水果": FRUIT,
    "broccoli, 西兰花, 花椰菜": ("broccoli",),
    "carrot, 胡萝卜": ("carrot",),
    "vegetable, veggies, 蔬菜": VEGETABLES,
    "sandwich, sandwiches, burger, hamburger, cheeseburger, 三明治, 汉堡, 汉堡包": ("sandwich", "hot dog"),
    "hot dog, hotdog, 热狗": ("hot dog",),
    "pizza, 披萨, 比萨": ("pizza",),
    "donut, doughnut, 甜甜圈": ("donut",),
    "cake, cupcake, birthday cake, 蛋糕, 生日蛋糕, 纸杯蛋糕": ("cake",),
    "dessert, pastry, pastries": ("cake", "donut"),
    "food, dish, dishes, meal, snack, 食物, 美食, 菜, 菜品, 饭菜, 小吃": FOOD,
    "chair, armchair, stool, seat, 椅子, 座椅, 凳子, 座位": ("chair",),
    "sofa, couch, loveseat, settee, 沙发": ("couch",),
    "potted plant, potted plants, houseplant, house plant, flower pot, flowerpot, 盆栽, 花盆, 绿萝, 多肉": (
        "potted plant",
    ),
    "bed, 床, 床铺": ("bed",),
    "table, desk, dining table, coffee table, 桌子, 书桌, 餐桌, 桌, 茶几": ("dining table",),
    "furniture, 家具": ("chair", "couch", "bed", "dining table", "bench"),
    "toilet, 马桶": ("toilet",),
    "tv, tvs, television, monitor, computer monitor, 电视, 电视机, 显示器, 显示屏": ("tv",),
    "screen, 屏幕": ("tv", "laptop", "cell phone"),
    "laptop, notebook computer, macbook, 笔记本电脑, 笔记本": ("laptop",),
    "computer, 电脑, 计算机": ("laptop", "tv"),
    "computer mouse, 鼠标": ("mouse",),
    "remote, remote control, 遥控器": ("remote",),
    "keyboard, 键盘": ("keyboard",),
    "phone, cell phone, cellphone, smartphone, mobile phone, mobile, iphone, 手机, 电话": ("cell phone",),
    "microwave, microwave oven, 微波炉": ("microwave",),
    "oven, stove, 烤箱, 炉子, 炉灶": ("oven",),
    "toaster, 烤面包机, 面包机": ("toaster",),
    "sink, washbasin, basin, 水槽, 洗手池, 洗手盆, 水池": ("sink",),
    "refrigerator, fridge, freezer, 冰箱": ("refrigerator",),
    "book, books, 书, 书本, 书籍": ("book",),
    "clock, clock face, 钟, 时钟, 钟表, 挂钟, 闹钟": ("clock",),
    "vase, 花瓶": ("vase",),
    "scissors, scissor, 剪刀": ("scissors",),
    "teddy bear, teddy, stuffed animal, plushie, 泰迪熊, 毛绒玩具, 玩偶, 小熊, 玩具熊, 布偶": ("teddy bear",),
    "hair dryer, hair drier, hairdryer, 吹风机": ("hair drier",),
    "toothbrush, 牙刷": ("toothbrush",),
    "camera, 相机, 照相机": ("camera",),
    "cardboard box, carton, 盒子, 箱子, 纸箱": ("box",),
    "shoe, boot, sneaker, heels, high heels, footwear, sandal, 鞋, 鞋子, 靴子, 高跟鞋, 凉鞋, 运动鞋": SHOES,
}
DISHES = (
    "steak, beef, meat, pasta, spaghetti, noodle, soup, salad, rice, sushi, dumpling, ramen, curry, fries,"
    " french fries, bread, pancake, waffle, dinner, lunch, breakfast, 牛排, 牛肉, 面条, 拉面, 沙拉, 米饭, 寿司,"
    " 饺子, 薯条, 面包, 火锅, 早餐, 午餐, 晚餐"
)
"""Food that no class of the detector is."""
DISH = (DISHES,)
_OWN_WORDS = {word.strip(): classes for words, classes in WORDS.items() for word in words.split(",")}
_OWN_WORDS |= {word.strip(): DISH for word in DISHES.split(",")}
ALIVE = ("person", *ANIMALS)
PART_ALIVE, LEAST_ALIVE = 0.2, 0.05
"""Share of a subject in which an animal is glimpsed, and mean chance of one in it, from which it may be an animal."""


def chinese_names() -> tuple[str, ...]:
    """Chinese names of two characters and more: one word each, whatever their characters mean."""
    return tuple(
        word for word in {**_OWN_WORDS, **nouns("things"), **nouns("places")} if len(word) > 1 and not word.isascii()
    )


def english(noun: str) -> str:
    """The English name of what a Chinese noun names, "" when no network knows it."""
    rows = (row.split(",") for row in WORDS)
    return next((row[0] for row in rows if noun in map(str.strip, row)), "")


def known(noun: str) -> bool:
    """True when a network knows what a noun names."""
    return bool(_classes(noun))


def animal(noun: str) -> bool:
    """True when a noun names animals and nothing else: "dog", "kitten", "bird"."""
    classes = _classes(noun) or ()
    return bool(classes) and set(classes) <= set(ANIMALS)


def usual_colour(noun: str) -> str:
    """The colour that nearly all things of a name have, a key of colours.LAB_HUES: strawberries are red; else ""."""
    return next((nouns("colours")[form] for form in _forms(noun) if form in nouns("colours")), "")


def may_be(photo: Photo, noun: str, weight: np.ndarray) -> bool:
    """Whether the detector has a glimpse of a thing of that name where a map (h, w) is, and as large."""
    classes = _classes(noun) or ()
    total = float(weight.sum())
    for thing in detector.glimpsed(image(photo)):
        here = weight[part(thing.box, weight.shape)]
        if thing.name in classes and float(here.sum()) > max(GLIMPSED * total, FILLS * here.size):
            return True
    return False


def lives(photo: Photo, noun: str, weight: np.ndarray) -> bool:
    """Whether a map (h, w) may be the animal that a noun names: the detector has a glimpse of one in it, or the scene
    parser sees one. What neither knows, insects, fish, reptiles, is believed.
    """
    if any(form in nouns("unseen") for form in _forms(noun)):
        return True
    total = float(weight.sum())
    for thing in detector.glimpsed(image(photo)):
        if thing.name in ANIMALS and float(weight[part(thing.box, weight.shape)].sum()) > PART_ALIVE * total:
            return True
    return scene_parsing.mean_chance(image(photo), weight, "animal") >= LEAST_ALIVE


def find(photo: Photo, noun: str) -> list[Box]:
    """Boxes (left, top, right, bottom; fractions) of what the noun names, surest first; [] when it is not there.

    A dog that the detector half takes for a cat is one: the likeliest of what it may be, and the next an animal too.
    """
    classes = _classes(noun) or ()
    boxes = [box for name, _, box in seen(photo, classes) if name in classes]
    if boxes or not animal(noun):
        return boxes
    some = detector.anything(image(photo), AN_ANIMAL)
    if not any(one.names[0] in classes and set(one.names[:2]) <= set(ANIMALS) for one in some):
        return []
    return [thing.box for thing in detector.glimpsed(image(photo)) if thing.name in classes]  # the others as well


def meal(photo: Photo, noun: str) -> list[Box]:
    """Boxes of what may be the food that a noun names, where all that is glimpsed speaks for a meal; else [].

    A steak or a stew has no class of its own: to the detector it is a little of a cake, a sandwich and a table. What it
    is sure of is no other dish.
    """
    classes = _classes(noun)
    if classes not in (FOOD, DISH):
        return []
    glimpsed = detector.glimpsed(image(photo))
    if classes == DISH and any(name in (*SNACKS, *FRUIT, *VEGETABLES) for name, _, _ in seen(photo)):
        return []
    best = {thing.name: thing.score for thing in reversed(glimpsed)}
    missed = [1 - score for name, score in best.items() if name in FOOD + LAID]
    boxes = [thing.box for thing in glimpsed if thing.name in FOOD]
    return boxes if boxes and 1 - float(np.prod(missed)) >= MEAL else []


def lifeless(photo: Photo, weight: np.ndarray) -> bool:
    """True when a map (h, w) is mostly a thing that does not live: a car, a chair, a bottle."""
    total = float(weight.sum())
    for name, _, box in seen(photo):
        here = weight[part(box, weight.shape)]
        if name not in ALIVE and here.sum() > 0.7 * total and here.size < 3 * total:
            return True
    return False


def seen(photo: Photo, also: tuple[str, ...] = ()) -> tuple[tuple[str, float, Box], ...]:
    """(class, score, box) of everything that COCO names in a photo, and of the classes of the SSD asked for, surest
    first.
    """
    rgb = image(photo)
    found = [(thing.name, thing.score, thing.box) for thing in detector.find(rgb)]
    if any(name in COLUMNS for name in also):
        found += [item for item in _seen(np.ascontiguousarray(rgb).tobytes(), rgb.shape) if item[0] in also]
    return tuple(sorted(found, key=lambda item: -item[1]))


def _classes(noun: str) -> tuple[str, ...] | None:
    forms = (nouns("things").get(form, form) for form in _forms(noun))
    return next((_OWN_WORDS[form] for form in forms if form in _OWN_WORDS), None)


def _forms(noun: str) -> list[str]:
    """A noun and its last word, with and without the ending of the plural."""
    text = noun.strip().lower()
    words = [text, text.split()[-1]] if " " in text else [text]
    return [form for word in words for form in (word, word.removesuffix("s"), word.removesuffix("es"))]


@lru_cache(maxsize=4)
def _seen(data: bytes, shape: tuple[int, ...]) -> tuple[tuple[str, float, Box], ...]:
    """What the SSD finds of COLUMNS."""
    codes = np.frombuffer(data, np.uint8).reshape(shape)
    small = cv2.resize(codes, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32) / 127.5 - 1
    places, scores = models.run(FILE, small, ("raw_outputs/box_encodings", "raw_outputs/class_predictions"))
    boxes = _decoded(places.reshape(-1, 4))
    chances = 1 / (1 + np.exp(-np.clip(scores.reshape(len(boxes), -1)[:, 1:], -30, 30)))
    found: list[tuple[str, float, Box]] = []
    for name, column in COLUMNS.items():
        left = [i for i in np.argsort(-chances[:, column])[:20] if chances[i, column] > 0.6 * SURE]
        while left and chances[left[0], column] >= SURE:
            same = [i for i in left if detector.overlap(boxes[left[0]], boxes[i]) > APART]
            weights = chances[same, column] ** 2
            box = np.clip((boxes[same] * weights[:, None]).sum(0) / weights.sum(), 0, 1).tolist()
            found.append((name, float(chances[left[0], column]), (box[0], box[1], box[2], box[3])))
            left = [i for i in left if i not in same]
    return tuple(found)


def _decoded(codes: np.ndarray) -> np.ndarray:
    """(n, 4) encodings (y, x, height, width against their anchors) -> (n, 4) left, top, right, bottom."""
    anchors = _anchors()
    y = codes[:, 0] / 10 * anchors[:, 3] + anchors[:, 1]
    x = codes[:, 1] / 10 * anchors[:, 2] + anchors[:, 0]
    height, width = np.exp(codes[:, 2] / 5) * anchors[:, 3], np.exp(codes[:, 3] / 5) * anchors[:, 2]
    return np.stack([x - width / 2, y - height / 2, x + width / 2, y + height / 2], 1)


@lru_cache(maxsize=1)
def _anchors() -> np.ndarray:
    """(1917, 4) x, y, width, height of the anchors of an SSD with six layers, scales 0.2 to 0.95."""
    scales = [0.2 + 0.15 * i for i in range(6)] + [1.0]
    rows = []
    for layer, side in enumerate((19, 10, 5, 3, 2, 1)):
        shapes = [(0.1, 1.0), (scales[0], 2.0), (scales[0], 0.5)]
        if layer:
            shapes = [(scales[layer], ratio) for ratio in (1.0, 2.0, 0.5, 3.0, 1 / 3)]
            shapes.append(((scales[layer] * scales[layer + 1]) ** 0.5, 1.0))
        for row in range(side):
            for column in range(side):
                for scale, ratio in shapes:
                    rows.append(((column + 0.5) / side, (row + 0.5) / side, scale * ratio**0.5, scale / ratio**0.5))
    return np.array(rows, np.float32)
