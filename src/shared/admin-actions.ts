/** The actions of an admin that the audit log records, with the text that the log shows. */
export const adminActions = {
  'grant-admin': 'Made admin',
  'remove-admin': 'Removed admin',
  'suspend-user': 'Suspended',
  'restore-user': 'Restored',
  'resend-verification': 'Resent the verification email',
  'send-reset-link': 'Sent a password reset link',
  'send-mail-again': 'Resent an email',
  'send-test-mail': 'Sent a test email',
  'open-mailbox-message': 'Opened a message in the built-in mailbox',
  'download-attachment': 'Downloaded an attachment from the built-in mailbox',
  'answer-message': 'Answered a contact message',
  'close-message': 'Closed a contact message',
  'reopen-message': 'Reopened a contact message',
  'retry-job': 'Ran a failed job again',
} as const

export type AdminAction = keyof typeof adminActions

export const adminActionNames = Object.keys(adminActions) as [AdminAction, ...AdminAction[]]
