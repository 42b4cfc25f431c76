import type { RtpCheck, RtpVerdict } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/display/badge.tsx';
import { hint } from '../../../components/hint.ts';
import { formatNumber } from '../../../lib/format.ts';
import { errorsOf } from '../rtp-rows.ts';

const tones: Record<RtpVerdict | 'none', BadgeTone> = {
  pinned: 'critical',
  alert: 'negative',
  watch: 'warning',
  normal: 'positive',
  gathering: 'neutral',
  none: 'neutral',
};

export function VerdictBadge({ verdict }: { verdict: RtpVerdict | null }) {
  const { t } = useTranslation('rtpMonitor');
  const name = verdict ?? 'none';
  return (
    <span {...hint(t(`verdictHelp.${name}`))}>
      <Badge tone={tones[name]} ring={name === 'gathering' || name === 'none'}>
        {t(`verdict.${name}`)}
      </Badge>
    </span>
  );
}

/** How many standard errors lie between observed and expected RTP, with its sign: `−4,2 σ`. */
export function errorsText(check: RtpCheck): string {
  const z = errorsOf(check);
  return z === null ? formatNumber(z, 1, 1) : deviationText(z);
}

export function deviationText(z: number): string {
  return `${z > 0 ? '+' : ''}${formatNumber(z, 1, 1)}\u00a0σ`;
}
