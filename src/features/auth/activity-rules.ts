/** The kinds of entries in a business's activity list, with their labels. */
export const activityLabels = {
  'integration-saved': 'Account saved',
  'integration-changed': 'Account changed',
  'integration-removed': 'Account removed',
  'integrations-on': 'Own accounts switched on',
  'integrations-off': 'Own accounts switched off',
  'data-exported': 'Data exported',
  'deletion-requested': 'Account deletion requested',
  'deletion-cancelled': 'Account deletion cancelled',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset with a link from a mail',
  'password-guesses': 'Too many wrong passwords',
} as const
export type ActivityKind = keyof typeof activityLabels
