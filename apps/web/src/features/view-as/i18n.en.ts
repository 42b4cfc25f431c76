export const en = {
  title: 'View as an integration',
  help: 'You see the screens, rows and figures of that role, and change nothing. The log says who viewed as whom, and for how long. It holds for this tab and ends after two hours.',
  integration: 'Integration',
  choose: 'Choose an integration',
  role: 'Role',
  roles: {
    integration_admin: 'Administrator',
    integration_manager: 'Manager',
    integration_guest: 'Guest',
  },
  onlySome: 'An administrator of an integration sees figures that are not yours to see.',
  start: 'View',
  cancel: 'Cancel',
  bar: 'View as an integration',
  sees: {
    integration_admin: 'You see what an administrator of <name/> sees',
    integration_manager: 'You see what a manager of <name/> sees',
    integration_guest: 'You see what a guest of <name/> sees',
  },
  readOnly: 'read only',
  over: 'Viewing as {{name}} has ended.',
  again: 'Start again',
  changeRole: 'Role: {{role}}',
  leave: 'Leave',
  leaveToHidden: 'Leave to the games it does not see, and why',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    viewAs: typeof en;
  }
}
