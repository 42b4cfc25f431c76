// A part of its own: imported as a whole, the library of components could not be taken apart.
export { Drawer } from '@mantine/core';
