import type { Service } from '@ludus/contract';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { useServiceCheck } from '../use-service-check.ts';
import { TokenInput } from './token-input.tsx';

interface ServiceInputsProps {
  service: Service;
  url: string;
  token: string;
  onUrl: (url: string) => void;
  onToken: (token: string) => void;
  live: ReturnType<typeof useServiceCheck>;
  tokenLabel: string;
  tokenPlaceholder?: string;
  urlError?: ReactNode;
  tokenError?: ReactNode;
}

/** Address and token of one service: what leaves a field is checked, what changes is no longer. */
export function ServiceInputs(props: ServiceInputsProps) {
  const { service, url, token, live, tokenLabel } = props;
  const { t } = useTranslation('integrations');
  const name = t('serviceTitle', { service: t(`service.${service}`) });
  const ask = () => void live.ask(url, token);
  return (
    <>
      <TextInput
        label={
          <>
            {t('url')} <span className="hub-visually-hidden">{name}</span>
          </>
        }
        value={url}
        placeholder={`https://…/${service}`}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        error={props.urlError}
        onBlur={ask}
        onChange={(event) => {
          live.forget();
          props.onUrl(event.currentTarget.value.trim());
        }}
      />
      <TokenInput
        label={
          <>
            {tokenLabel} <span className="hub-visually-hidden">{name}</span>
          </>
        }
        name={`${tokenLabel} ${name}`}
        value={token}
        placeholder={props.tokenPlaceholder ?? ''}
        error={props.tokenError}
        onBlur={ask}
        onChange={(typed) => {
          live.forget();
          props.onToken(typed);
        }}
      />
    </>
  );
}
