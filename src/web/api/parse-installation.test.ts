import { expect, test } from 'vitest';
import { type Setting, SettingSchema } from '#contract/installation.ts';
import { readSetting } from './parse-installation.ts';

const setting: Setting = {
  sandboxParts: ['mail', 'stripe'],
  sandboxUrl: 'http://127.0.0.1:4000/',
  googleOffered: true,
  phoneOffered: false,
  paymentsOffered: true,
  uploadMaxBytes: 1_000,
  speechLanguages: ['pt'],
};

test('the setting is read as the contract says it', () => {
  expect(readSetting(setting)).toEqual(SettingSchema.parse(setting));
});

test.each(Object.keys(SettingSchema.shape))('a setting with another %s is refused', (name) => {
  expect(() => readSetting({ ...setting, [name]: { not: ['this'] } })).toThrow(name);
});

test('only the address of the sandbox may be missing', () => {
  for (const name of Object.keys(SettingSchema.shape)) {
    const { [name as keyof Setting]: _, ...rest } = setting;
    if (name === 'sandboxUrl') expect(readSetting(rest)).toEqual(rest);
    else expect(() => readSetting(rest)).toThrow(name);
  }
});

test('what is no object is no setting', () => {
  for (const answer of [null, undefined, 'setting', 1]) expect(() => readSetting(answer)).toThrow(TypeError);
});
