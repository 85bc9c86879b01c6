import type { Permission } from '../../shared/roles.ts'

export const subjectKinds = ['invoice', 'expense', 'transaction'] as const
/** What comments can be about. */
export type SubjectKind = (typeof subjectKinds)[number]

export const maxCommentLength = 2000
export const maxMentions = 10
export const commentsPerPage = 50
export const mentionsPerPage = 20
/** Of how many transactions the comments are counted at once. */
export const maxCounted = 200

/** Who may see it may comment on it. */
export const readingPermission = {
  invoice: 'sales.read',
  expense: 'money.read',
  transaction: 'money.read',
} as const satisfies Record<SubjectKind, Permission>

export const nounOf: Record<SubjectKind, string> = {
  invoice: 'invoice',
  expense: 'expense',
  transaction: 'transaction',
}

/** The end of the address of the transactions that opens the comments on one of them. */
export const commentsHash = (id: string) => `comments-${id}`

/** The transaction that it names; null for another one. */
export function transactionOfHash(hash: string): string | null {
  return /^comments-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(hash)?.[1] ?? null
}

/** The page on which it is commented. */
export function pathOf(kind: SubjectKind, id: string): string {
  if (kind === 'invoice') return `/invoices/${id}`
  return kind === 'expense' ? `/expenses/${id}/edit` : `/transactions#${commentsHash(id)}`
}

export const commentPlanText =
  'Comments are for businesses with several members, which your plan doesn’t include. Earlier comments stay.'
