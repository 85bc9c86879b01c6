import type { Deps } from '../../platform/deps.ts'

/** What the contact form and its messages need. */
export type ContactDeps = Deps<'database' | 'jobs' | 'log' | 'appUrl' | 'mailFrom' | 'platformMail'>
