#!/usr/bin/env python3
"""Makes a tiny stand-in transducer for sherpa-onnx. It holds no trained weights.

Usage: python3 make_stand_ins.py [output folder]      (needs: onnx, numpy)

README.md, beside this script, says what it hears.
"""
import math
import os
import sys

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper as nh

OUT = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
BIG = 2**31 - 1

# ------------------------------------------------------------------ vocabulary
# Every token has its own pair of tones: token k sounds as LOW[k // 14] + HIGH[k % 14].
LOW = [300 + 100 * i for i in range(10)]
HIGH = [round(1500 * 1.088**i) for i in range(14)]

CHARS = list("abcdefghijklmnopqrstuvwxyz" "ABCDEFGHIJKLMNOPQRSTUVWXYZ" "áâãàçéêíóôõúü" "ÁÉ" "0123456789" ".,?!:;-'\"%$/")
WORDS = (
    "a o e de que do da em um para com não uma os no se na por mais as é "
    "Bom Olá dia tudo bem hoje obrigado sim reunião projeto cliente contrato prazo amanhã"
).split()
# (heard, meant): the second sounds like the first unless it is given as a hotword
WORD_PAIRS = [("conserto", "concerto"), ("seção", "sessão"), ("Luís", "Luiz")]
CHAR_PAIRS = [("i", "y"), ("v", "w"), ("c", "k"), ("s", "z")]

TOKENS = ["<unk>", "▁"] + CHARS + ["▁" + w for w in WORDS] + ["▁" + w for p in WORD_PAIRS for w in p]
N = len(LOW) * len(HIGH)
assert len(TOKENS) <= N, len(TOKENS)
while len(TOKENS) < N:
    TOKENS.append(f"<|reserved{len(TOKENS)}|>")
PAIRS = [("▁" + a, "▁" + b) for a, b in WORD_PAIRS] + CHAR_PAIRS
BLANK = N  # NeMo puts the blank last; vocab_size in the metadata does not count it


# ------------------------------------------------------------------- features
def mel_librosa(n_mels, sr=16000, n_fft=512):
    """Slaney mel filters, as kaldi-native-fbank makes them with is_librosa."""
    def to_mel(f):
        return f / (200 / 3) if f < 1000 else 15 + math.log(f / 1000) / (math.log(6.4) / 27)

    def to_hz(m):
        return m * 200 / 3 if m < 15 else 1000 * math.exp((m - 15) * math.log(6.4) / 27)

    pts = np.array([to_hz(m) for m in np.linspace(to_mel(0), to_mel(sr / 2 - 400), n_mels + 2)])
    freqs = np.arange(n_fft // 2 + 1) * sr / n_fft
    w = np.zeros((n_mels, len(freqs)))
    for i in range(n_mels):
        a, b, c = pts[i], pts[i + 1], pts[i + 2]
        w[i] = np.maximum(0, np.minimum((freqs - a) / (b - a), (c - freqs) / (c - b))) * 2 / (c - a)
    return w, pts[1:-1]


def response(freqs, n_mels=128):
    """Log mel energy of a sine of amplitude 1 at each frequency: [len(freqs), n_mels]."""
    w, _ = mel_librosa(n_mels)
    n = np.arange(400)
    win = (0.5 - 0.5 * np.cos(2 * np.pi * n / 399)) ** 0.85
    out = []
    for f in freqs:
        acc = 0
        for phase in (0, 1, 2, 3):
            x = np.sin(2 * np.pi * f * n / 16000 + phase)
            x = np.concatenate([[x[0] * (1 - 0.97)], x[1:] - 0.97 * x[:-1]])
            acc = acc + np.abs(np.fft.rfft(x * win, 512)) ** 2
        out.append(np.log(np.maximum(w @ (acc / 4), 1.2e-7)))
    return np.array(out)


# -------------------------------------------------------------------- builder
class G:
    def __init__(self):
        self.nodes, self.inits, self.n = [], [], 0

    def c(self, value, dtype=np.float32):
        name = f"c{len(self.inits)}"
        self.inits.append(nh.from_array(np.asarray(value, dtype=dtype), name))
        return name

    def op(self, kind, *ins, out=None, **attrs):
        self.n += 1
        out = out or f"v{self.n}"
        self.nodes.append(h.make_node(kind, list(ins), [out], **attrs))
        return out

    def reduce_sum(self, x, axis, keepdims=1):
        return self.op("ReduceSum", x, self.c([axis], np.int64), keepdims=keepdims)

    def slice(self, x, a, b, axis):
        return self.op("Slice", x, self.c([a], np.int64), self.c([b], np.int64), self.c([axis], np.int64))

    def left(self, x, k):  # x[t] <- x[t + k], last axis of three
        return self.slice(self.op("Pad", x, self.c([0, 0, 0, 0, 0, k], np.int64), self.c(0)), k, BIG, 2)

    def right(self, x, k):  # x[t] <- x[t - k]
        return self.op("Slice", self.op("Pad", x, self.c([0, 0, k, 0, 0, 0], np.int64), self.c(0)),
                       self.c([0], np.int64), self.c([-k], np.int64), self.c([2], np.int64))

    def dilate(self, x, k):
        return self.op("MaxPool", x, kernel_shape=[k], pads=[k // 2, k // 2])

    def erode(self, x, k):
        return self.op("Neg", self.dilate(self.op("Neg", x), k))

    def f(self, x):
        return self.op("Cast", x, to=T.FLOAT)

    def save(self, name, ins, outs, meta=None):
        graph = h.make_graph(self.nodes, name, ins, outs, self.inits)
        m = h.make_model(graph, opset_imports=[h.make_opsetid("", 13)], producer_name="stand-in")
        m.ir_version = 7
        for k, v in (meta or {}).items():
            p = m.metadata_props.add()
            p.key, p.value = k, str(v)
        onnx.checker.check_model(m)
        path = os.path.join(OUT, name)
        onnx.save(m, path)
        print(f"{name}: {os.path.getsize(path)} bytes")


def io(name, kind, shape):
    return h.make_tensor_value_info(name, kind, shape)


# ---------------------------------------------------------------- transducer
def make_asr():
    _, centres = mel_librosa(128)
    offset = response(centres).diagonal()  # so that a bin then reads 2 ln(amplitude)
    near = lambda f: np.argsort(-(response([f])[0] - offset))[:3]

    g = G()
    x = g.op("Sub", "audio_signal", g.c(offset[None, :, None]))
    top = g.op("ReduceMax", x, axes=[1], keepdims=1)
    mean = g.op("ReduceMean", x, axes=[1], keepdims=1)

    def group(freqs):
        idx = np.array([near(f) for f in freqs])
        e = g.op("ReduceMax", g.op("Gather", x, g.c(idx, np.int64), axis=1), axes=[2], keepdims=0)
        return g.op("ReduceMax", e, axes=[1], keepdims=1), g.op("ArgMax", e, axis=1, keepdims=1)

    el, il = group(LOW)
    eh, ih = group(HIGH)
    e = g.op("Min", el, eh)
    ident = g.op("Add", g.op("Mul", g.f(il), g.c(len(HIGH))), g.op("Add", g.f(ih), g.c(1)))  # 1..N
    loud = g.op("Greater", e, g.c(2 * math.log(0.006)))
    tonal = g.op("And", g.op("Greater", e, g.op("Sub", top, g.c(2.5))), g.op("Greater", e, g.op("Add", mean, g.c(7.0))))
    same = g.op("Less", g.op("Abs", g.op("Sub", ident, g.right(ident, 1))), g.c(0.5))
    act = g.f(g.op("And", g.op("And", loud, tonal), same))
    act = g.dilate(g.erode(act, 7), 7)  # drop what is shorter than 70 ms
    act = g.erode(g.dilate(act, 3), 3)  # fill what is shorter than 30 ms
    onset = g.op("Mul", act, g.op("Sub", g.c(1), g.right(act, 1)))

    pool = dict(kernel_shape=[8], strides=[8], ceil_mode=1)
    token = g.op("MaxPool", g.op("Mul", onset, g.left(ident, 3)), **pool)  # 0 = nothing begins here
    lo, hi = 2 * math.log(0.01), 2 * math.log(0.15)
    strength = g.op("Clip", g.op("Div", g.op("Sub", g.left(e, 3), g.c(lo)), g.c(hi - lo)), g.c(0), g.c(1))
    strength = g.op("MaxPool", g.op("Mul", onset, strength), **pool)
    begins = g.f(g.op("Greater", token, g.c(0.5)))
    full = g.op("Neg", g.op("MaxPool", g.op("Neg", act), **pool))  # the whole 80 ms sound
    full = g.op("Mul", full, g.op("Sub", g.c(1), begins))
    f1 = g.left(full, 1)
    f2 = g.op("Mul", f1, g.left(full, 2))
    f3 = g.op("Mul", f2, g.left(full, 3))
    dur = g.op("Add", g.c(1), g.op("Mul", begins, g.op("Add", f1, g.op("Add", f2, f3))))
    g.op("Concat", token, strength, dur, begins, axis=1, out="outputs")
    g.op("Div", g.op("Add", "length", g.c(7, np.int64)), g.c(8, np.int64), out="encoded_lengths")
    g.save("encoder.onnx",
           [io("audio_signal", T.FLOAT, ["B", 128, "T"]), io("length", T.INT64, ["B"])],
           [io("outputs", T.FLOAT, ["B", 4, "U"]), io("encoded_lengths", T.INT64, ["B"])],
           {"vocab_size": N, "normalize_type": "", "pred_rnn_layers": 2, "pred_hidden": 4,
            "subsampling_factor": 8, "model_type": "EncDecRNNTBPEModel", "version": "2",
            "model_author": "stand-in", "url": "stand-in for parakeet-tdt-0.6b-v3",
            "comment": "Tones to tokens; no trained weights", "feat_dim": 128})

    g = G()
    t = g.op("Unsqueeze", g.f("targets"), g.c([1], np.int64))
    g.op("Concat", t, t, t, t, axis=1, out="outputs")
    g.op("Identity", "target_length", out="prednet_lengths")
    g.op("Add", "states.1", g.c(1), out="states")
    g.op("Add", "onnx::Slice_3", g.c(1), out="162")
    state = lambda n: io(n, T.FLOAT, [2, "B", 4])
    g.save("decoder.onnx",
           [io("targets", T.INT32, ["B", "U"]), io("target_length", T.INT32, ["B"]), state("states.1"), state("onnx::Slice_3")],
           [io("outputs", T.FLOAT, ["B", 4, "U"]), io("prednet_lengths", T.INT32, ["B"]), state("states"), state("162")])

    base = np.zeros((N + 1, N + 1), np.float32)  # row: 0 nothing, k + 1 token k; column: token, blank last
    gain = np.zeros_like(base)
    base[0, BLANK] = 12
    for k in range(N):
        base[k + 1, k], gain[k + 1, k], base[k + 1, BLANK] = 5, 5, -2
    for heard, meant in PAIRS:
        a, b = TOKENS.index(heard), TOKENS.index(meant)
        base[b + 1, a], gain[b + 1, a], base[b + 1, b] = 5, 5, 4
    g = G()
    enc = g.op("Transpose", "encoder_outputs", perm=[0, 2, 1])
    part = lambda i: g.slice(enc, i, i + 1, 2)
    hot = g.op("OneHot", g.op("Cast", g.op("Squeeze", part(0), g.c([2], np.int64)), to=T.INT64), g.c(N + 1, np.int64), g.c([0, 1]), axis=-1)
    logits = g.op("Add", g.op("MatMul", hot, g.c(base)), g.op("Mul", part(1), g.op("MatMul", hot, g.c(gain))))
    j = np.arange(5, dtype=np.float32)
    durs = g.op("Sub", g.op("Mul", part(2), g.c(20 * j)), g.c(10 * j * j))
    both = g.op("Unsqueeze", g.op("Concat", logits, durs, axis=2), g.c([2], np.int64))
    zero = g.op("Mul", g.op("Unsqueeze", g.reduce_sum("decoder_outputs", 1, 0), g.c([1, 3], np.int64)), g.c(0))
    g.op("Add", both, zero, out="outputs")
    g.save("joiner.onnx",
           [io("encoder_outputs", T.FLOAT, ["B", 4, "T"]), io("decoder_outputs", T.FLOAT, ["B", 4, "U"])],
           [io("outputs", T.FLOAT, ["B", "T", "U", N + 6])])

    with open(os.path.join(OUT, "tokens.txt"), "w", encoding="utf-8") as f:
        f.writelines(f"{t} {i}\n" for i, t in enumerate(TOKENS + ["<blk>"]))
    # Equal scores, so that the encoder of hotwords takes the fewest pieces
    with open(os.path.join(OUT, "bpe.vocab"), "w", encoding="utf-8") as f:
        f.writelines(f"{t}\t{0 if t.startswith('<') else -5}\n" for t in TOKENS)


make_asr()
