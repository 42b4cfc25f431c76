import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { Amount, Count, Percent } from './figure.tsx';
import { MetricFigure } from './metric-figure.tsx';

const shown = (ui: React.ReactElement) => {
  const { container, unmount } = renderScreen(<div data-testid="place">{ui}</div>);
  const figure = screen.getByTestId('place').firstElementChild as HTMLElement;
  const result = { text: (figure.textContent ?? '').replaceAll('\u00a0', ' '), color: figure.dataset.color };
  void container;
  unmount();
  return result;
};

describe('figures', () => {
  it('[I18N-04][I18N-05] write euro in Italian form, the cents stepped back', () => {
    expect(shown(<Amount value={1234.5} />)).toEqual({ text: '1.234,50 €', color: undefined });
    expect(shown(<Count value={48213} />).text).toBe('48.213');
  });

  it('[I18N-06] write RTP with four decimals', () => {
    expect(shown(<Percent value={0.954321} />).text).toBe('95,4321%');
  });

  it('show what is missing as a dash or N/A, never as zero', () => {
    expect(shown(<Amount value={null} />).text).toBe('–');
    expect(shown(<Amount value={undefined} missing="na" />).text).toBe('N/A');
    expect(shown(<Percent value={Number.NaN} />).text).toBe('–');
    expect(shown(<Amount value={0} />).text).toBe('0,00 €');
  });

  it('[BOX-04] colour net win by its sign, and leave zero and missing plain', () => {
    expect(shown(<Amount value={132.41} tone="signed" />).color).toBe('positive');
    expect(shown(<Amount value={-59.41} tone="signed" />)).toEqual({ text: '−59,41 €', color: 'negative' });
    expect(shown(<Amount value={0} tone="signed" />).color).toBeUndefined();
    expect(shown(<Amount value={-0.001} tone="signed" />)).toEqual({ text: '0,00 €', color: undefined });
    expect(shown(<Amount value={null} tone="signed" />).color).toBeUndefined();
  });

  it('[REP-04] colour due red below zero, and green from zero on where it is asked for', () => {
    expect(shown(<MetricFigure metric="due" value={12.5} greenDue />).color).toBe('positive');
    expect(shown(<MetricFigure metric="due" value={0} greenDue />)).toEqual({
      text: '0,00 €',
      color: 'positive',
    });
    expect(shown(<MetricFigure metric="due" value={-2.5} greenDue />).color).toBe('negative');
    expect(shown(<MetricFigure metric="due" value={12.5} />).color).toBeUndefined();
    expect(shown(<MetricFigure metric="due" value={-2.5} />).color).toBe('negative');
    expect(shown(<MetricFigure metric="due" value={null} />).color).toBeUndefined();
    expect(shown(<MetricFigure metric="netwin" value={0} />).color).toBeUndefined();
    expect(shown(<MetricFigure metric="netwin" value={1} />).color).toBe('positive');
    expect(shown(<MetricFigure metric="grosswin" value={1} />).color).toBeUndefined();
    expect(shown(<MetricFigure metric="rtp" value={0.95} />).text).toBe('95,0000%');
    expect(shown(<MetricFigure metric="rounds" value={12} />).text).toBe('12');
  });

  it('colour plain figures only below zero', () => {
    expect(shown(<Amount value={5} />).color).toBeUndefined();
    expect(shown(<Amount value={-5} />).color).toBe('negative');
  });

  it('show movements of a feed with credits green and debits plain', () => {
    expect(shown(<Amount value={18.6} tone="feed" />)).toEqual({ text: '+18,60 €', color: 'positive' });
    expect(shown(<Amount value={-1.2} tone="feed" />)).toEqual({ text: '−1,20 €', color: undefined });
  });
});
