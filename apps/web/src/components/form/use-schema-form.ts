import type { SchemaIssue } from '@ludus/contract';
import { useForm } from '@mantine/form';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/error.ts';
import { renderIssue } from '../../lib/messages.ts';

type Field<Values> = keyof Values & string;
export type FieldErrors<Values> = Partial<Record<Field<Values>, string>>;

interface Schema {
  safeParse: (body: unknown) => {
    error?: { issues: readonly (SchemaIssue & { path: PropertyKey[] })[] } | undefined;
  };
}

interface SchemaFormOptions<Values extends object, Body> {
  initialValues: Values;
  /** The values as the call takes them; without it they are sent as they are. */
  toBody?: (values: Values) => Body;
  /** What the call accepts. */
  schema?: Schema;
  /** Rules of only this form; they come before those of the schema. */
  rules?: (values: Values) => FieldErrors<Values>;
  /** The fields of those names of the call that neither are a field nor have one in their path. */
  names?: Readonly<Record<string, Field<Values>>>;
  /** Checks a changed field again: always, or after a refusal. Otherwise a change only clears its error. */
  liveChecks?: 'always' | 'after-refusal';
  /** What the focus goes to after a refusal. */
  invalidSelector?: string;
}

/** Returns a form that is checked by the rules of its call, and what connects it to a `form` element and to a refusal. */
export function useSchemaForm<Values extends object, Body = Values>({
  initialValues,
  toBody = (values) => values as unknown as Body,
  schema,
  rules,
  names = {},
  liveChecks,
  invalidSelector = '[aria-invalid="true"]',
}: SchemaFormOptions<Values, Body>) {
  const ref = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  const countRefusal = () => setRefusals((count) => count + 1);
  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>(invalidSelector)?.focus();
  }, [refusals, invalidSelector]);

  const byField = (found: readonly (readonly [path: string, text: string])[]): FieldErrors<Values> => {
    const errors: Partial<Record<string, string>> = {};
    for (const [path, text] of found) {
      const field = names[path] ?? path.split('.').find((part) => part in initialValues);
      if (field) errors[field] ??= text;
    }
    return errors as FieldErrors<Values>;
  };
  const form = useForm<Values, Body>({
    initialValues,
    transformValues: toBody,
    validateInputOnChange: liveChecks === 'always' || (liveChecks === 'after-refusal' && refusals > 0),
    validate: (values) => {
      const issues = schema?.safeParse(toBody(values)).error?.issues ?? [];
      return {
        ...byField(issues.map((issue) => [issue.path.join('.'), renderIssue(issue)])),
        ...rules?.(values),
      };
    },
  });
  /** Shows errors beside their fields and focuses the first of them. */
  const showErrors = (errors: FieldErrors<Values>) => {
    form.setErrors(errors);
    countRefusal();
  };
  return {
    ...form,
    showErrors,
    /** Shows what a failed call says of the fields; false when it says nothing of any. */
    refuse(error: unknown): boolean {
      const errors = error instanceof ApiError ? byField(Object.entries(error.fields)) : {};
      showErrors(errors);
      return Object.keys(errors).length > 0;
    },
    reset() {
      form.reset();
      setRefusals(0);
    },
    /** The properties of the `form` element; `send` receives the body when it is valid. */
    bind: (send: (body: Body, event: FormEvent<HTMLFormElement> | undefined) => void) => ({
      ref,
      noValidate: true,
      onSubmit: form.onSubmit(send, countRefusal),
    }),
  };
}
