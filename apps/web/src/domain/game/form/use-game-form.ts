import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/index.ts';
import { type GameValues, type Problem, type Problems, withChange } from './values.ts';

export interface GameForm {
  values: GameValues;
  set: (change: Partial<GameValues>) => void;
  /** What is wrong, in words, by field. */
  errors: Readonly<Record<string, string>>;
  /** Takes a field's message back; it is being mended. */
  forget: (field: string) => void;
  /** Shows problems beside their fields. Returns whether there are none. */
  check: (problems: Problems) => boolean;
  /** Shows the server's messages of a 422 beside their fields. Returns whether it had any. */
  showRefusal: (error: ApiError) => boolean;
  /** Shows messages beside their fields that neither of the two knows. */
  showFields: (messages: Readonly<Record<string, string>>) => void;
}

/** The payload's names where the form has other ones. */
const formFields: Record<string, string> = { supportedPlatforms: 'mobile', url: 'docsUrl' };

/**
 * Holds what is wrong with a form whose values live with its owner. What was typed stays whatever happens (FORM, ERR);
 * after a failed check the first wrong field takes the focus.
 */
export function useGameForm(values: GameValues, onChange: (values: GameValues) => void): GameForm {
  const { t } = useTranslation('gameForm');
  const [problems, setProblems] = useState<Problems>({});
  const [refusals, setRefusals] = useState<Record<string, string>>({});
  const mustFocus = useRef(false);
  const forget = (field: string) => {
    setProblems(({ [field]: _gone, ...rest }) => rest);
    setRefusals(({ [field]: _gone, ...rest }) => rest);
  };
  useEffect(() => {
    if (!mustFocus.current) return;
    mustFocus.current = false;
    document.querySelector<HTMLElement>('main [aria-invalid="true"], [aria-invalid="true"]')?.focus();
  });
  return {
    values,
    set(change) {
      for (const field of Object.keys(change)) forget(field);
      // Which of the two bets is mended is all the same.
      if ('max_bet' in change) forget('min_bet');
      onChange(withChange(values, change));
    },
    errors: {
      ...Object.fromEntries(
        Object.entries(problems).map(([field, problem]: [string, Problem]) => [
          field,
          t(`problem.${problem}`),
        ]),
      ),
      ...refusals,
    },
    forget,
    check(found) {
      setProblems(found);
      setRefusals({});
      const isFine = Object.keys(found).length === 0;
      mustFocus.current = !isFine;
      return isFine;
    },
    showFields(messages) {
      setRefusals({ ...messages });
      mustFocus.current = true;
    },
    showRefusal(error) {
      const named = Object.entries(error.fields).map(([path, message]) => {
        const field = path.split(/[.[]/)[0] ?? path;
        return [formFields[field] ?? field, message];
      });
      setRefusals(Object.fromEntries(named));
      mustFocus.current = named.length > 0;
      return named.length > 0;
    },
  };
}
