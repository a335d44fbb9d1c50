/* The hottest loops of the sandbox, one pass over a strip each instead of a dozen.

   Every function does what the NumPy and OpenCV path beside its call in editor_ops does, with the same tables and
   constants, to a few parts in a million; that path is its specification and its test oracle. Strips are n pixels of
   interleaved float32 RGB, changed in place; planes are n float32. Nothing is allocated, and no Python is called.

   The loops are written for the compiler's vectoriser: blocks of pixels in separate planes, no branches. */

#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(_WIN32)
#define PLAIN __declspec(dllexport)
#define API PLAIN
#define restrict __restrict
#elif defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && __GNUC__ >= 12
#define PLAIN __attribute__((visibility("default")))
#define API __attribute__((visibility("default"), target_clones("arch=x86-64-v3", "default")))
#else
#define PLAIN __attribute__((visibility("default")))
#define API PLAIN
#endif

#define BLOCK 256
#define CODES 65535.0f

typedef struct {
    float r[BLOCK], g[BLOCK], b[BLOCK];
} Planes;

static inline float least(float a, float b) { return a < b ? a : b; }
static inline float most(float a, float b) { return a > b ? a : b; }
static inline float within(float x, float low, float high) { return least(most(x, low), high); }

/* Index of [0, 1] in a table of 65,536 entries. */
static inline int32_t code(float x) { return (int32_t)(within(x, 0.0f, 1.0f) * CODES + 0.5f); }

/* e^x and ln x, to 2 units in the last place (Moshier's Cephes, single precision). */
static inline float exp_(float x) {
    x = within(x, -87.0f, 88.0f);
    float n = x * 1.44269504f;
    n = (float)(int32_t)(n + (n < 0 ? -0.5f : 0.5f));
    float r = x - n * 0.693359375f + n * 2.12194440e-4f;
    float p = 1.9875691500e-4f;
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * r * r + r + 1.0f;
    union { int32_t i; float f; } scale = {((int32_t)n + 127) << 23};
    return p * scale.f;
}

static inline float log_(float x) { /* x > 0 and not denormal */
    union { float f; int32_t i; } bits = {x};
    int32_t e = ((bits.i - 0x3f3504f3) >> 23);
    bits.i -= e << 23;
    float f = bits.f - 1.0f, z = f * f;
    float p = 7.0376836292e-2f;
    p = p * f - 1.1514610310e-1f;
    p = p * f + 1.1676998740e-1f;
    p = p * f - 1.2420140846e-1f;
    p = p * f + 1.4249322787e-1f;
    p = p * f - 1.6668057665e-1f;
    p = p * f + 2.0000714765e-1f;
    p = p * f - 2.4999993993e-1f;
    p = p * f + 3.3333331174e-1f;
    float n = (float)e;
    float y = p * f * z - 2.12194440e-4f * n - 0.5f * z;
    return f + y + 0.693359375f * n;
}

static inline void take(Planes *p, const float *rgb, int m) {
    for (int i = 0; i < m; i++) {
        p->r[i] = rgb[3 * i];
        p->g[i] = rgb[3 * i + 1];
        p->b[i] = rgb[3 * i + 2];
    }
}

static inline void put(float *rgb, const Planes *p, int m) {
    for (int i = 0; i < m; i++) {
        rgb[3 * i] = p->r[i];
        rgb[3 * i + 1] = p->g[i];
        rgb[3 * i + 2] = p->b[i];
    }
}

static inline float dot(const float *w, float r, float g, float b) { return w[0] * r + w[1] * g + w[2] * b; }

/* HSV of the hexcone, hue in degrees, as OpenCV's. */
static inline void hsv(float r, float g, float b, float *h, float *s, float *v) {
    float high = most(most(r, g), b), low = least(least(r, g), b), range = high - low;
    float unit = 60.0f / (range + 1.1920929e-7f);
    float red = (g - b) * unit, green = (b - r) * unit + 120.0f, blue = (r - g) * unit + 240.0f;
    float hue = high == r ? red : (high == g ? green : blue);
    *h = hue < 0 ? hue + 360.0f : hue;
    *s = range / (high + 1.1920929e-7f);
    *v = high;
}

static inline float unhue(float sector, float n, float v, float s) { /* one channel of a hue in sectors of 60 degrees */
    float k = n + sector;
    k = k >= 6.0f ? k - 6.0f : k;
    return v - v * s * within(least(k, 4.0f - k), 0.0f, 1.0f);
}

/* s'/s for a factor k: color_mixer.saturation_ratio. */
static inline float ratio_(float s, float factor) { return factor / (most(factor - 1.0f, 0.0f) * (s * s * s) + 1.0f); }

#define KNEE 0.66f
static inline float excess(float level) {
    float over = most(level - KNEE, 0.0f);
    return over + exp_(over * (-1.0f / (1.0f - KNEE))) * (1.0f - KNEE) - (1.0f - KNEE);
}

/* color.shoulder */
static inline void shoulder(float top, float grey, float gain, float *share, float *anchor) {
    float grown = top * gain;
    float target = grown - most(excess(grown) - excess(top), 0.0f);
    *anchor = least(grey, target * 0.9999f);
    *share = least((target - *anchor) / most(grown - grey, 1e-9f), 1.0f);
}

/* color.encode and color.decode of n values. */
API void encode(float *restrict x, int64_t n, const float *restrict table) {
    for (int64_t i = 0; i < n; i++) x[i] = table[code(sqrtf(most(x[i], 0.0f)))];
}

API void decode(float *restrict x, int64_t n, const float *restrict table) {
    for (int64_t i = 0; i < n; i++) x[i] = table[code(x[i])];
}

/* Working space to encoded integers: decode (unless NULL), matrix, square root, table of bytes. */
API void to_bytes(const float *restrict rgb, int64_t n, const float *restrict decoding, const float *restrict m,
                  const uint8_t *restrict table, uint8_t *restrict out) {
    Planes p;
    int32_t index[3][BLOCK];
    for (int64_t at = 0; at < n; at += BLOCK) {
        int k = (int)(n - at < BLOCK ? n - at : BLOCK);
        take(&p, rgb + 3 * at, k);
        if (decoding)
            for (int i = 0; i < k; i++) {
                p.r[i] = decoding[code(p.r[i])];
                p.g[i] = decoding[code(p.g[i])];
                p.b[i] = decoding[code(p.b[i])];
            }
        for (int i = 0; i < k; i++) {
            float r = p.r[i], g = p.g[i], b = p.b[i];
            index[0][i] = code(sqrtf(most(dot(m, r, g, b), 0.0f)));
            index[1][i] = code(sqrtf(most(dot(m + 3, r, g, b), 0.0f)));
            index[2][i] = code(sqrtf(most(dot(m + 6, r, g, b), 0.0f)));
        }
        uint8_t *to = out + 3 * at;
        for (int i = 0; i < k; i++) {
            to[3 * i] = table[index[0][i]];
            to[3 * i + 1] = table[index[1][i]];
            to[3 * i + 2] = table[index[2][i]];
        }
    }
}

/* color_mixer.COLOR_MIXER; turned may be NULL. */
API void color_mixer(float *restrict rgb, int64_t n, const float *restrict luma, const float *restrict turned,
                     const float *restrict factor,
                     const float *restrict stops, float keep, int32_t brightens) {
    Planes p;
    float h[BLOCK], s[BLOCK], v[BLOCK], before[BLOCK], after[BLOCK], scale[BLOCK], shift[BLOCK];
    int32_t c[BLOCK];
    for (int64_t at = 0; at < n; at += BLOCK) {
        int k = (int)(n - at < BLOCK ? n - at : BLOCK);
        take(&p, rgb + 3 * at, k);
        for (int i = 0; i < k; i++) {
            hsv(p.r[i], p.g[i], p.b[i], &h[i], &s[i], &v[i]);
            before[i] = after[i] = dot(luma, p.r[i], p.g[i], p.b[i]);
            c[i] = (int32_t)(h[i] * (CODES / 360.0f) + 0.5f);
        }
        if (turned)
            for (int i = 0; i < k; i++) {
                float sector = turned[c[i]] * (1.0f / 60.0f);
                p.r[i] = unhue(sector, 5.0f, v[i], s[i]);
                p.g[i] = unhue(sector, 3.0f, v[i], s[i]);
                p.b[i] = unhue(sector, 1.0f, v[i], s[i]);
                after[i] = dot(luma, p.r[i], p.g[i], p.b[i]);
            }
        for (int i = 0; i < k; i++) {
            float ratio = ratio_(s[i], factor[c[i]]), lift = v[i] * (1.0f - ratio);
            float now = after[i] * ratio + lift;
            float moved = log_(most(before[i], 1e-6f) / most(now, 1e-6f));
            float gain = exp_(moved * keep + stops[c[i]] * s[i]);
            after[i] = now * gain;
            before[i] = gain;
            scale[i] = ratio * gain;
            shift[i] = lift * gain;
        }
        if (brightens)
            for (int i = 0; i < k; i++) {
                float share, anchor;
                shoulder(v[i], after[i], before[i], &share, &anchor);
                scale[i] *= share;
                shift[i] = (shift[i] - after[i]) * share + anchor;
            }
        for (int i = 0; i < k; i++) {
            p.r[i] = most(p.r[i] * scale[i] + shift[i], 0.0f);
            p.g[i] = most(p.g[i] * scale[i] + shift[i], 0.0f);
            p.b[i] = most(p.b[i] * scale[i] + shift[i], 0.0f);
        }
        put(rgb + 3 * at, &p, k);
    }
}

/* color_mixer.VIBRANCE: by saturation alone (flat), or by hue (pull). */
API void vibrance(float *restrict rgb, int64_t n, const float *restrict luma, const float *restrict flat,
                  const float *restrict pull, float overall, float keep) {
    Planes p;
    float s[BLOCK], v[BLOCK], q[BLOCK];
    int32_t c[BLOCK];
    for (int64_t at = 0; at < n; at += BLOCK) {
        int k = (int)(n - at < BLOCK ? n - at : BLOCK);
        take(&p, rgb + 3 * at, k);
        for (int i = 0; i < k; i++) {
            float h;
            hsv(p.r[i], p.g[i], p.b[i], &h, &s[i], &v[i]);
            c[i] = flat ? code(s[i]) : (int32_t)(h * (CODES / 360.0f) + 0.5f);
        }
        if (flat)
            for (int i = 0; i < k; i++) q[i] = flat[c[i]];
        else
            for (int i = 0; i < k; i++) q[i] = ratio_(s[i], pull[c[i]] * (1.0f - s[i]) * overall + overall);
        for (int i = 0; i < k; i++) {
            float lift = v[i] * (1.0f - q[i]);
            float before = most(dot(luma, p.r[i], p.g[i], p.b[i]), 1e-4f), after = most(before * q[i] + lift, 1e-4f);
            float gain = exp_(keep * log_(before / after)), scale = q[i] * gain, shift = lift * gain;
            p.r[i] = within(p.r[i] * scale + shift, 0.0f, 1.0f);
            p.g[i] = within(p.g[i] * scale + shift, 0.0f, 1.0f);
            p.b[i] = within(p.b[i] * scale + shift, 0.0f, 1.0f);
        }
        put(rgb + 3 * at, &p, k);
    }
}

/* tone.TONE. tables: gain by code when there is no context map, else log2, opened, pin by code, and lift and final by
   log2 tone; a, b: slope and offset of the context in every pixel. rolls: what brightens gives way to white. */
API void tone(float *restrict rgb, int64_t n, const float *restrict luma, float index, const float *restrict gain,
              const float *restrict a,
              const float *restrict b, const float *restrict logs, const float *restrict opened,
              const float *restrict pin, const float *restrict lift, const float *restrict final,
              float context, float floor, int32_t rolls) {
    Planes p;
    float y[BLOCK], g[BLOCK];
    int32_t c[BLOCK];
    float per_stop = CODES / (2.0f - floor), dark = exp_(floor * 0.6931472f);
    for (int64_t at = 0; at < n; at += BLOCK) {
        int k = (int)(n - at < BLOCK ? n - at : BLOCK);
        take(&p, rgb + 3 * at, k);
        for (int i = 0; i < k; i++) {
            y[i] = dot(luma, p.r[i], p.g[i], p.b[i]);
            c[i] = (int32_t)(least(sqrtf(most(y[i], 0.0f)) * index, CODES) + 0.5f);
        }
        if (gain)
            for (int i = 0; i < k; i++) g[i] = gain[c[i]];
        else
            for (int i = 0; i < k; i++) {
                float before = logs[c[i]], tone = opened[c[i]];
                float pull = a[at + i] * before + b[at + i] - before;
                float m = tone + pull * context;
                float up = lift[(int32_t)(within((m - floor) * per_stop, 0.0f, CODES) + 0.5f)] * pin[c[i]];
                float after = final[(int32_t)(within((tone + up - floor) * per_stop, 0.0f, CODES) + 0.5f)];
                g[i] = after / most(y[i], dark);
            }
        if (rolls)
            for (int i = 0; i < k; i++) {
                float share, anchor, grey = y[i] * g[i];
                shoulder(most(most(p.r[i], p.g[i]), p.b[i]), grey, g[i], &share, &anchor);
                float scale = g[i] * share, shift = anchor - grey * share;
                p.r[i] = most(p.r[i] * scale + shift, 0.0f);
                p.g[i] = most(p.g[i] * scale + shift, 0.0f);
                p.b[i] = most(p.b[i] * scale + shift, 0.0f);
            }
        else
            for (int i = 0; i < k; i++) {
                p.r[i] *= g[i];
                p.g[i] *= g[i];
                p.b[i] *= g[i];
            }
        put(rgb + 3 * at, &p, k);
    }
}

/* dehaze.clear; share is a plane. */
API void clear_haze(float *restrict rgb, int64_t n, const float *restrict luma, const float *restrict share,
                    const float *restrict tint, float amount,
                    float level, float toe, float kept) {
    Planes p;
    float most_chroma = 1.0f + 0.3f * amount, bend = 1.0f / (1.0f + sqrtf(1.0f + toe));
    for (int64_t at = 0; at < n; at += BLOCK) {
        int k = (int)(n - at < BLOCK ? n - at : BLOCK);
        take(&p, rgb + 3 * at, k);
        const float *h = share + at;
        for (int i = 0; i < k; i++) {
            float y = most(dot(luma, p.r[i], p.g[i], p.b[i]), 1e-6f), gain, chroma;
            if (amount > 0) {
                float straight = (y - h[i] * level) / (1.0f - h[i]);
                float bent = (sqrtf(straight * straight + y * y * toe) + straight) * bend / y;
                float lost = most(1.0f - bent, 0.0f);
                gain = lost * lost * kept + bent;
                chroma = least(gain / sqrtf((1.0f - h[i]) * gain), gain * most_chroma);
            } else {
                gain = h[i] * level * (y + 0.009f) / ((y + 0.03f) * y) + 1.0f - h[i];
                chroma = 1.0f - h[i];
            }
            float fresh = gain * y, shift = fresh - y * chroma, veil = h[i] * least(fresh, 1.0f);
            p.r[i] = most(p.r[i] * chroma + shift + veil * tint[0], 0.0f);
            p.g[i] = most(p.g[i] * chroma + shift + veil * tint[1], 0.0f);
            p.b[i] = most(p.b[i] * chroma + shift + veil * tint[2], 0.0f);
        }
        put(rgb + 3 * at, &p, k);
    }
}

/* neighbourhood.log_luminance of a strip -> a plane. */
API void log_luminance(const float *restrict rgb, int64_t n, const float *restrict luma, float floor,
                       float *restrict out) {
    for (int64_t i = 0; i < n; i++)
        out[i] = log_(most(dot(luma, rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]), 0.0f) + floor);
}

/* presence: the gain of wide bands (total) and of the fine band (NULL for none), less towards white. */
API void presence(float *restrict rgb, int64_t n, const float *restrict total, const float *restrict band,
                  const float *restrict gains, const float *restrict edges,
                  int32_t count, const float *restrict ends) {
    Planes p;
    float change[BLOCK];
    int32_t c[BLOCK];
    for (int64_t at = 0; at < n; at += BLOCK) {
        int k = (int)(n - at < BLOCK ? n - at : BLOCK);
        take(&p, rgb + 3 * at, k);
        for (int i = 0; i < k; i++) {
            change[i] = total[at + i];
            c[i] = code(most(most(p.r[i], p.g[i]), p.b[i]));
        }
        for (int32_t j = 0; band && j < count; j++) {
            float gain = gains[j], bend = 1.0f / (edges[j] * edges[j]);
            for (int i = 0; i < k; i++) {
                float x = band[at + i];
                change[i] += gain * x / (x * x * bend + 1.0f);
            }
        }
        for (int i = 0; i < k; i++) {
            float gain = exp_(change[i] * ends[c[i]]);
            p.r[i] *= gain;
            p.g[i] *= gain;
            p.b[i] *= gain;
        }
        put(rgb + 3 * at, &p, k);
    }
}

/* curve.apply_hue_kept (table, or NULL), then a table for each channel (three interleaved, or NULL). */
API void curve(float *restrict rgb, int64_t n, const float *restrict table, const float *restrict channels) {
    Planes p;
    for (int64_t at = 0; at < n; at += BLOCK) {
        int k = (int)(n - at < BLOCK ? n - at : BLOCK);
        take(&p, rgb + 3 * at, k);
        if (table)
            for (int i = 0; i < k; i++) {
                float high = most(most(p.r[i], p.g[i]), p.b[i]), low = least(least(p.r[i], p.g[i]), p.b[i]);
                float up = table[code(high)], down = table[code(low)];
                float gain = (up - down) / most(high - low, 1e-6f), offset = down - low * gain;
                p.r[i] = most(p.r[i] * gain + offset, 0.0f);
                p.g[i] = most(p.g[i] * gain + offset, 0.0f);
                p.b[i] = most(p.b[i] * gain + offset, 0.0f);
            }
        if (channels)
            for (int i = 0; i < k; i++) {
                p.r[i] = channels[3 * code(p.r[i])];
                p.g[i] = channels[3 * code(p.g[i]) + 1];
                p.b[i] = channels[3 * code(p.b[i]) + 2];
            }
        put(rgb + 3 * at, &p, k);
    }
}

/* rgb + table[code(weights . rgb)], clipped to [0, 1]: colour grading (three columns a row). */
API void grading(float *restrict rgb, int64_t n, const float *restrict table) {
    Planes p;
    for (int64_t at = 0; at < n; at += BLOCK) {
        int k = (int)(n - at < BLOCK ? n - at : BLOCK);
        take(&p, rgb + 3 * at, k);
        for (int i = 0; i < k; i++) {
            const float *row = table + 3 * code((p.r[i] + p.g[i] + p.b[i]) * (1.0f / 3.0f));
            p.r[i] = within(p.r[i] + row[0], 0.0f, 1.0f);
            p.g[i] = within(p.g[i] + row[1], 0.0f, 1.0f);
            p.b[i] = within(p.b[i] + row[2], 0.0f, 1.0f);
        }
        put(rgb + 3 * at, &p, k);
    }
}

/* rgb + plane * table[code(luminance)], clipped to [0, 1]: grain (table), sharpening (NULL: the plane alone). */
API void add_plane(float *restrict rgb, int64_t n, const float *restrict luma, const float *restrict plane,
                   const float *restrict table) {
    Planes p;
    for (int64_t at = 0; at < n; at += BLOCK) {
        int k = (int)(n - at < BLOCK ? n - at : BLOCK);
        take(&p, rgb + 3 * at, k);
        for (int i = 0; i < k; i++) {
            float share = table ? table[code(dot(luma, p.r[i], p.g[i], p.b[i]))] : 1.0f;
            float change = plane[at + i] * share;
            p.r[i] = within(p.r[i] + change, 0.0f, 1.0f);
            p.g[i] = within(p.g[i] + change, 0.0f, 1.0f);
            p.b[i] = within(p.b[i] + change, 0.0f, 1.0f);
        }
        put(rgb + 3 * at, &p, k);
    }
}

/* noise: root of light -> luma, and differences of red and of blue (rows of forward); and back, squared. */
API void noise_planes(const float *restrict rgb, int64_t n, const float *restrict forward, float *restrict luma,
                      float *restrict red, float *restrict blue) {
    for (int64_t i = 0; i < n; i++) {
        float r = sqrtf(most(rgb[3 * i], 0.0f));
        float g = sqrtf(most(rgb[3 * i + 1], 0.0f));
        float b = sqrtf(most(rgb[3 * i + 2], 0.0f));
        luma[i] = dot(forward, r, g, b);
        red[i] = dot(forward + 3, r, g, b);
        blue[i] = dot(forward + 6, r, g, b);
    }
}

API void noise_join(float *restrict rgb, int64_t n, const float *restrict back, const float *restrict luma,
                    const float *restrict red, const float *restrict blue) {
    for (int64_t i = 0; i < n; i++) {
        float r = most(dot(back, luma[i], red[i], blue[i]), 0.0f);
        float g = most(dot(back + 3, luma[i], red[i], blue[i]), 0.0f);
        float b = most(dot(back + 6, luma[i], red[i], blue[i]), 0.0f);
        rgb[3 * i] = r * r;
        rgb[3 * i + 1] = g * g;
        rgb[3 * i + 2] = b * b;
    }
}

/* noise: bands scaled by (E - limit)+ / ((E - limit)+ + limit),
E their energy around each pixel; band b may be NULL. */
API void shrink(float *restrict a, int64_t n, float *restrict b, const float *restrict energy, float limit) {
    for (int64_t i = 0; i < n; i++) {
        float kept = most(energy[i] - limit, 0.0f);
        a[i] *= kept / (kept + limit + 1e-12f);
    }
    for (int64_t i = 0; b && i < n; i++) {
        float kept = most(energy[i] - limit, 0.0f);
        b[i] *= kept / (kept + limit + 1e-12f);
    }
}

/* detail: the sum of the bands by the planes they are made of, and its overshoot past the neighbours bent -> luma. */
API void sharpen(float *restrict luma, int64_t n, const float *restrict half, const float *restrict one,
                 const float *restrict two, const float *restrict low,
                 const float *restrict high, const float *restrict gains, float room) {
    for (int64_t i = 0; i < n; i++) {
        float change = luma[i] * gains[0] + half[i] * gains[1] + one[i] * gains[2] + two[i] * gains[3];
        float inside = least(most(change, low[i] - luma[i]), high[i] - luma[i]), over = change - inside;
        luma[i] = inside + over / (fabsf(over) * room + 1.0f);
    }
}

/* maps: rows of `size` values between those of a map of `high` rows, from row `down` on in steps of `step`; its first
and last row go on beyond it. */
API void rows_between(float *restrict out, int64_t n, const float *restrict map, int64_t high, int64_t size,
                      double down, double step) {
    for (int64_t row = 0; row * size < n; row++) {
        double at = down + step * (double)row;
        at = at < 0.0 ? 0.0 : at > (double)(high - 1) ? (double)(high - 1) : at;
        int64_t above = (int64_t)at;
        float share = (float)(at - (double)above);
        const float *a = map + above * size, *b = above + 1 < high ? a + size : a;
        float *to = out + row * size;
        for (int64_t i = 0; i < size; i++) to[i] = a[i] + (b[i] - a[i]) * share;
    }
}

/* CRC-32 of this file as it was compiled: a build of another one is not used. */
#ifndef SOURCE_SUM
#define SOURCE_SUM 0u
#endif
PLAIN uint32_t source_sum(void) { return SOURCE_SUM; }

static struct PyModuleDef module = {.m_base = PyModuleDef_HEAD_INIT,
                                    .m_name = "_native",
                                    .m_doc = "Loops of editor_ops, called by ctypes.",
                                    .m_size = -1};

PyMODINIT_FUNC PyInit__native(void) { return PyModule_Create(&module); }
