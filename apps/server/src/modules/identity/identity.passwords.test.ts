import { describe, expect, it } from 'vitest';
import { passwordProblems } from './identity.passwords.ts';

const owner = { username: 'giulia.conti', email: 'giulia@betaclub.example', integrationName: 'Alpina' };
const problem = async (newPassword: string) =>
  (await passwordProblems({ owner, newPassword, repeated: newPassword })).newPassword;

describe('[AUTH-01] a new password', () => {
  it.each([
    'password123',
    'Password123!',
    'P4ssw0rd123',
    'qwertyuiop',
    '1234567890',
    'aaaaaaaaaaaa',
    'Milano2024',
    'buongiorno1',
    'juventus1897',
    'giulia.conti1',
    'itnoc.ailuig',
    'betaclub2025',
    'Alpina2025!',
    'LudusHub2025',
    'ludus-hub-1',
  ])('is refused as easy to guess: %s', async (password) => {
    expect(await problem(password)).toBe('tooWeak');
  });

  it.each([
    'copper wind over 41 fields',
    'lampada verde sopra il fiume',
    'w7Kd0zQm1a4T',
    'Qp5_x-91Zk0aL2bV',
    'ひらがなの長い合言葉です',
  ])('may be used: %s', async (password) => {
    expect(await problem(password)).toBeUndefined();
  });

  it('has a length between 10 and 256, is neither the username nor the password of the demo, and is repeated', async () => {
    expect(await problem('w7Kd0zQm1')).toBe('tooShort');
    expect(await problem('w7Kd0zQm1a4T'.repeat(22))).toBe('tooLong');
    expect(await problem('Giulia.CONTI')).toBe('isUsername');
    expect(await problem('ludus-demo')).toBe('isKnown');
    expect(await passwordProblems({ owner, newPassword: 'w7Kd0zQm1a4T', repeated: 'w7Kd0zQm1a4t' })).toEqual({
      repeatPassword: 'notRepeated',
    });
  });

  it('is judged by its beginning, so that long ones with many spellings cost no more than short ones', async () => {
    const many = '@4$50o1!l|7+3e8b'.repeat(16);
    const started = process.cpuUsage();
    expect(await problem(many)).toBeUndefined();
    const { user } = process.cpuUsage(started);
    // Scoring all 256 characters takes minutes.
    expect(user).toBeLessThan(2_000_000);
    expect(await problem(`${'a'.repeat(40)}w7Kd0zQm1a4T`)).toBe('tooWeak');
  });
});
