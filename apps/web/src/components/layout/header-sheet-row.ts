import { createContext, useContext } from 'react';

/** Whether what is drawn is a row of the sheet of a page's actions. */
export const HeaderSheetRow = createContext(false);

/** True where an action of a page's head has a row for its words, whatever the width of the screen. */
export const useIsHeaderSheetRow = () => useContext(HeaderSheetRow);
