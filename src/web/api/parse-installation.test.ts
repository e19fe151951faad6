import { expect, test } from 'vitest';
import { type Installation, InstallationSchema } from '#contract/installation.ts';
import { parseInstallation } from './parse-installation.ts';

const setting: Installation = {
  sandboxParts: ['mail', 'stripe'],
  sandboxUrl: 'http://127.0.0.1:4000/',
  googleOffered: true,
  phoneOffered: false,
  paymentsOffered: true,
  uploadMaxBytes: 1_000,
  speechLanguages: ['pt'],
};

test('the setting is read as the contract says it', () => {
  expect(parseInstallation(setting)).toEqual(InstallationSchema.parse(setting));
});

test.each(Object.keys(InstallationSchema.shape))('a setting with another %s is refused', (name) => {
  expect(() => parseInstallation({ ...setting, [name]: { not: ['this'] } })).toThrow(name);
});

test('only the address of the sandbox may be missing', () => {
  for (const name of Object.keys(InstallationSchema.shape)) {
    const { [name as keyof Installation]: _, ...rest } = setting;
    if (name === 'sandboxUrl') expect(parseInstallation(rest)).toEqual(rest);
    else expect(() => parseInstallation(rest)).toThrow(name);
  }
});

test('what is no object is no setting', () => {
  for (const answer of [null, undefined, 'setting', 1])
    expect(() => parseInstallation(answer)).toThrow(TypeError);
});
