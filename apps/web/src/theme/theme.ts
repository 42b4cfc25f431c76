import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, rem } from '@mantine/core';
import { cssVariables, fontFamily, type Scheme } from './tokens.ts';

const brass: MantineColorsTuple = [
  '#fff8e6',
  '#fbebc2',
  '#f5da94',
  '#efc968',
  '#e9ba48',
  '#ddaa33',
  '#bd8a1a',
  '#946900',
  '#7d5800',
  '#4b360c',
];

const dark: MantineColorsTuple = [
  '#eceae4',
  '#a8abb6',
  '#8e93a0',
  '#626775',
  '#363a45',
  '#23262d',
  '#22252d',
  '#131418',
  '#0f1014',
  '#0b0c0f',
];

const gray: MantineColorsTuple = [
  '#f6f6f7',
  '#f3f3f4',
  '#e3e4e8',
  '#c4c7cf',
  '#a5a9b3',
  '#878c99',
  '#686d7a',
  '#545966',
  '#33363e',
  '#16181d',
];

/** Corner radii, as in global.css: tags and thumbs, controls, art cards and menus, panels and toasts, modals. */
const radius = { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(10), xl: rem(14) };

export const theme = createTheme({
  primaryColor: 'brass',
  primaryShade: { light: 4, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { brass, dark, gray },
  white: '#ffffff',
  black: '#16181d',
  fontFamily,
  fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', Menlo, monospace",
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  radius,
  fontSizes: { xs: rem(11), sm: rem(12), md: rem(13), lg: rem(14), xl: rem(16) },
  lineHeights: { xs: '1.4546', sm: '1.3334', md: '1.5385', lg: '1.5715', xl: '1.5' },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: '1.4' },
      h2: { fontSize: rem(16), lineHeight: '1.5' },
      h3: { fontSize: rem(14), lineHeight: '1.4286' },
    },
  },
  components: {
    Button: { defaultProps: { size: 'sm', variant: 'filled' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Input: { defaultProps: { size: 'sm' } },
    InputWrapper: {
      defaultProps: {
        size: 'sm',
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
        // Optional fields say so (OptionalLabel); a required one is only spoken as such.
        withAsterisk: false,
      },
    },
    TextInput: { defaultProps: { size: 'sm' } },
    NumberInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Select: {
      defaultProps: { size: 'sm', comboboxProps: { shadow: 'none', transitionProps: { duration: 0 } } },
    },
    Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
    Switch: { defaultProps: { size: 'sm', withThumbIndicator: false } },
    SegmentedControl: {
      defaultProps: { size: 'sm', radius: 'sm', transitionDuration: 120, withItemsBorders: false },
    },
    Paper: { defaultProps: { withBorder: true, radius: 'lg', shadow: 'none' } },
    Modal: {
      defaultProps: {
        radius: 'xl',
        centered: true,
        overlayProps: { color: 'var(--hub-scrim)', backgroundOpacity: 1, blur: 0 },
        transitionProps: { duration: 180, transition: 'fade' },
      },
    },
    Drawer: {
      defaultProps: {
        overlayProps: { color: 'var(--hub-scrim)', backgroundOpacity: 1, blur: 0 },
        transitionProps: { duration: 180 },
      },
    },
    Badge: { defaultProps: { variant: 'light', tt: 'none' } },
    Menu: { defaultProps: { shadow: 'none', radius: 'md', transitionProps: { duration: 120 } } },
    Popover: { defaultProps: { shadow: 'none', radius: 'md', transitionProps: { duration: 120 } } },
    Tooltip: {
      defaultProps: { openDelay: 250, transitionProps: { duration: 120 }, multiline: true, maw: 320 },
    },
  },
});

/** `--hub-*` for our own style sheets, and the framework's own names pointed at them. */
function variablesOf(scheme: Scheme): Record<string, string> {
  const isLight = scheme === 'light';
  return {
    ...cssVariables(scheme),
    '--mantine-color-body': 'var(--hub-canvas)',
    '--mantine-color-text': 'var(--hub-text)',
    '--mantine-color-dimmed': 'var(--hub-secondary)',
    '--mantine-color-placeholder': 'var(--hub-tertiary)',
    '--mantine-color-default': 'var(--hub-button)',
    '--mantine-color-default-hover': 'var(--hub-button-hover)',
    '--mantine-color-default-color': 'var(--hub-text)',
    '--mantine-color-default-border': 'var(--hub-border-strong)',
    '--mantine-color-error': 'var(--hub-negative)',
    '--mantine-color-anchor': 'var(--hub-accent-text)',
    '--mantine-color-disabled': 'transparent',
    '--mantine-color-disabled-color': 'var(--hub-tertiary)',
    '--mantine-color-disabled-border': 'var(--hub-border-strong)',
    '--mantine-primary-color-light-color': isLight ? brass[8] : 'var(--hub-accent-text)',
    '--mantine-color-brass-light-color': isLight ? brass[8] : 'var(--hub-accent-text)',
    '--mantine-color-brass-outline': isLight ? brass[8] : 'var(--hub-accent-text)',
    '--mantine-color-brass-filled': 'var(--hub-accent)',
    '--mantine-color-brass-filled-hover': 'var(--hub-accent-hover)',
    '--mantine-primary-color-filled': 'var(--hub-accent)',
    '--mantine-primary-color-filled-hover': 'var(--hub-accent-hover)',
    '--mantine-primary-color-contrast': 'var(--hub-on-accent)',
  };
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  dark: variablesOf('dark'),
  light: variablesOf('light'),
});
