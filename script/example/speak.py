"""Synthesizes the example conversation with eSpeak NG and records the time of each word.

    python3 script/example/speak.py CONVERSATION.txt SOUND.wav SEGMENTS.json

It uses the library, because the espeak-ng command does not report word times.
"""
import array
import ctypes
import json
import re
import sys
import wave

VOICES = {"Ana": b"pt-br+f4", "Bruno": b"pt-br+m3"}
WORDS_A_MINUTE = 150
PAUSE_BETWEEN_TURNS_MS = 650
QUIET = 300
EVENT_END, EVENT_WORD = 0, 1
RATE_PARAMETER, SYNCHRONOUS, UTF8 = 1, 2, 1


class Event(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("id", ctypes.c_char * 8),
    ]


Callback = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(Event)
)
espeak = ctypes.CDLL("libespeak-ng.so.1")
rate_hz = espeak.espeak_Initialize(SYNCHRONOUS, 0, None, 0)


def speak(voice, text):
    """Returns the samples of a text, and the position of each word in the text and in the sound."""
    samples, words = array.array("h"), []

    def hear(sound, count, events):
        at = 0
        while events[at].type != EVENT_END:
            if events[at].type == EVENT_WORD:
                words.append((events[at].text_position - 1, events[at].audio_position))
            at += 1
        if sound and count > 0:
            samples.extend(sound[:count])
        return 0

    callback = Callback(hear)
    espeak.espeak_SetSynthCallback(callback)
    espeak.espeak_SetVoiceByName(voice)
    espeak.espeak_SetParameter(RATE_PARAMETER, WORDS_A_MINUTE, 0)
    encoded = text.encode() + b"\0"
    espeak.espeak_Synth(encoded, len(encoded), 0, 1, 0, UTF8, None, None)
    return samples, words


def last_sound(samples, start_ms, end_ms):
    """Returns the end of a word's sound, before the following pause."""
    first, end = int(start_ms * rate_hz / 1000), int(end_ms * rate_hz / 1000)
    for at in range(min(end, len(samples)) - 1, first, -1):
        if abs(samples[at]) > QUIET:
            return at * 1000 / rate_hz
    return end_ms


def timed(text, samples, events):
    """Returns each written word with its times. Words that the voice merges share the time in proportion to their length."""
    total_ms = len(samples) * 1000 / rate_hz
    groups = []
    for found in re.finditer(r"\S+", text):
        start = next((ms for place, ms in events if found.start() <= place < found.end()), None)
        if start is None and groups:
            groups[-1][1].append(found.group())
        else:
            groups.append((start or 0, [found.group()]))
    words = []
    for index, (start, together) in enumerate(groups):
        after = groups[index + 1][0] if index + 1 < len(groups) else total_ms
        end = last_sound(samples, start, after)
        letters = sum(map(len, together))
        for written in together:
            share = (end - start) * len(written) / letters
            words.append((written, start, start + share))
            start += share
            letters -= len(written)
    return words


def sentences(words):
    current = []
    for word in words:
        current.append(word)
        if re.search(r"[.!?]$", word[0]):
            yield current
            current = []
    if current:
        yield current


def main(conversation, sound_path, segments_path):
    sound, segments = array.array("h"), []
    for line in open(conversation, encoding="utf-8").read().splitlines():
        speaker, text = line.split(": ", 1)
        began_ms = len(sound) * 1000 / rate_hz
        samples, events = speak(VOICES[speaker], text)
        for sentence in sentences(timed(text, samples, events)):
            words = [
                {"start_ms": round(began_ms + start), "end_ms": round(began_ms + end), "text": written}
                for written, start, end in sentence
            ]
            segments.append(
                {
                    "id": len(segments),
                    "start_ms": words[0]["start_ms"],
                    "end_ms": words[-1]["end_ms"],
                    "text": " ".join(word["text"] for word in words),
                    "speaker": speaker,
                    "words": words,
                }
            )
        sound.extend(samples)
        sound.extend([0] * int(rate_hz * PAUSE_BETWEEN_TURNS_MS / 1000))
    with wave.open(sound_path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate_hz)
        file.writeframes(sound.tobytes())
    with open(segments_path, "w", encoding="utf-8") as file:
        json.dump(segments, file, ensure_ascii=False)


main(*sys.argv[1:])
