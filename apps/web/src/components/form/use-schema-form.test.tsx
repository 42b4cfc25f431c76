import { userCreation } from '@ludus/contract';
import { TextInput } from '@mantine/core';
import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../lib/api/index.ts';
import { renderScreen } from '../../test/render.tsx';
import { useSchemaForm } from './use-schema-form.ts';

const schema = z.strictObject({
  args: z.strictObject({ username: userCreation.shape.username, email: userCreation.shape.email }),
});

type Options = Pick<
  Parameters<typeof useSchemaForm<{ username: string; mail: string }>>[0],
  'liveChecks' | 'rules'
>;

function show(options: Options = {}) {
  const send = vi.fn();
  const last: { form?: ReturnType<typeof useTestForm> } = {};
  const useTestForm = () =>
    useSchemaForm({
      initialValues: { username: '', mail: '' },
      toBody: ({ username, mail }) => ({ args: { username: username.trim(), email: mail } }),
      schema,
      names: { 'args.email': 'mail', email: 'mail' },
      ...options,
    });
  function TestForm() {
    const form = useTestForm();
    last.form = form;
    return (
      <form {...form.bind(send)}>
        <TextInput label="Username" {...form.getInputProps('username')} />
        <TextInput label="Email" {...form.getInputProps('mail')} />
        <button type="submit">Send</button>
      </form>
    );
  }
  const { user } = renderScreen(<TestForm />);
  return {
    user,
    send,
    form: () => last.form as ReturnType<typeof useTestForm>,
    username: screen.getByLabelText('Username'),
    email: screen.getByLabelText('Email'),
    submit: () => user.click(screen.getByRole('button', { name: 'Send' })),
  };
}

const apiError = (fields: Record<string, string>) =>
  new ApiError(422, { code: 'validation', message: 'invalid', fields } as ConstructorParameters<
    typeof ApiError
  >[1]);

describe('a form with a schema', () => {
  it('sends the body once it is valid', async () => {
    const { user, send, username, email, submit } = show();
    await user.type(username, ' anna ');
    await user.type(email, 'anna@ludus.example');
    await submit();
    expect(send.mock.calls.map(([body]) => body)).toEqual([
      { args: { username: 'anna', email: 'anna@ludus.example' } },
    ]);
  });

  it('shows what the schema finds in words, focuses the first invalid field, and clears it on a change', async () => {
    const { user, send, username, email, submit } = show();
    await user.type(username, 'an na');
    await submit();
    expect(screen.getByText('Username cannot contain spaces or special characters')).toBeVisible();
    expect(screen.getByText('Email is required')).toBeVisible();
    expect(username).toHaveFocus();
    await user.type(email, 'a');
    expect(screen.queryByText('Email is required')).toBeNull();
    expect(username).toHaveAttribute('aria-invalid', 'true');
    expect(send).not.toHaveBeenCalled();
  });

  it('focuses again after each refusal, and then the field that is still invalid', async () => {
    const { user, username, email, submit } = show();
    await submit();
    expect(username).toHaveFocus();
    await user.keyboard('anna');
    await submit();
    expect(email).toHaveFocus();
    await submit();
    expect(email).toHaveFocus();
  });

  it('prefers the rules of the form', async () => {
    const { submit } = show({ rules: ({ mail }) => (mail === '' ? { mail: 'Whose?' } : {}) });
    await submit();
    expect(screen.getByText('Whose?')).toBeVisible();
    expect(screen.queryByText('Email is required')).toBeNull();
  });

  it('checks a field live after a refusal, until it is reset', async () => {
    const { user, form, username, submit } = show({ liveChecks: 'after-refusal' });
    await user.type(username, 'an na');
    expect(username).not.toHaveAttribute('aria-invalid', 'true');
    await submit();
    await user.clear(username);
    expect(screen.getByText('Username is required')).toBeVisible();
    act(() => form().reset());
    await user.type(username, 'an na');
    expect(username).not.toHaveAttribute('aria-invalid', 'true');
  });

  it('shows a refusal of the call beside its fields and says whether it named one', async () => {
    const { form, email } = show();
    act(() => expect(form().refuse(apiError({ email: 'Email already exists' }))).toBe(true));
    expect(screen.getByText('Email already exists')).toBeVisible();
    expect(email).toHaveFocus();
    act(() => expect(form().refuse(apiError({ role: 'Only one' }))).toBe(false));
    expect(screen.queryByText('Email already exists')).toBeNull();
    act(() => expect(form().refuse(new Error('lost'))).toBe(false));
  });

  it('knows whether something is changed', async () => {
    const { user, form, username } = show();
    expect(form().isDirty()).toBe(false);
    await user.type(username, 'a');
    expect(form().isDirty()).toBe(true);
    await user.clear(username);
    expect(form().isDirty()).toBe(false);
  });
});
