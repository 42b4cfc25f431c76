// One place decides the order: framework layer first, our rules after it.
import './typeface.css';
import './mantine.css';
import './global.css';
import './controls.css';
import './floating.css';
import './print.css';

export { cssVariablesResolver, theme } from './theme.ts';
export { type Scheme, seriesColors, seriesSlot, seriesVariable, type TokenName, tokens } from './tokens.ts';
