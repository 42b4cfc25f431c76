// A part of the build of its own (`floats.tsx` loads it): imported as a whole, the library could not be taken apart.
export { Menu, Popover } from '@mantine/core';
export { Hints } from '../hints.tsx';
