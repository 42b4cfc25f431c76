import { expect, it } from 'vitest';
import { renderScreen } from '../test/render.tsx';
import { useEdgeHeight } from './edge-height.ts';

const height = () => document.documentElement.style.getPropertyValue('--hub-action-bar');

function Bar() {
  return <div ref={useEdgeHeight('--hub-action-bar')} />;
}

it('what stands at the lower edge says how high it is, for as long as it stands there', () => {
  const { rerender } = renderScreen(<Bar />);
  expect(height()).toBe('0px');
  rerender(<p>No bar</p>);
  expect(height()).toBe('');
});
