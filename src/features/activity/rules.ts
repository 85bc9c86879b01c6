export const verbs = ['created', 'changed', 'deleted'] as const
export type Verb = (typeof verbs)[number]

interface Naming {
  one: string
  many: string
  /** Settings have no name of their own, and are only changed. */
  isSetting?: true
}

const plain = (one: string, many = `${one}s`): Naming => ({ one, many })
const setting = (name: string): Naming => ({ one: name, many: name, isSetting: true })

/** What members act on, as note-activity.sql and note-steps.sql name it. */
export const subjects = {
  invoice: plain('invoice'),
  estimate: plain('estimate'),
  client: plain('client'),
  payment: plain('payment'),
  refund: plain('refund'),
  'credit note': plain('credit note'),
  'recurring invoice': plain('recurring invoice'),
  template: plain('invoice template'),
  item: plain('item'),
  'time entry': plain('time entry', 'time entries'),
  expense: plain('expense'),
  'recurring expense': plain('recurring expense'),
  receipt: plain('receipt'),
  import: plain('import'),
  'bank connection': plain('bank connection'),
  transaction: plain('transaction'),
  match: plain('match', 'matches'),
  file: plain('file'),
  'category rule': plain('category rule'),
  category: plain('category', 'categories'),
  'own field': plain('own field'),
  'tax rate': plain('tax rate'),
  'exchange rate': plain('exchange rate'),
  period: plain('closed period'),
  'reminder settings': setting('the reminder settings'),
  'receipt settings': setting('the receipt settings'),
  numbering: setting('the numbering'),
  profile: setting('the profile of the business'),
  integration: setting('the integrations'),
  member: plain('member'),
  invitation: plain('invitation'),
} as const satisfies Record<string, Naming>

export type Subject = keyof typeof subjects
export const subjectNames = Object.keys(subjects) as [Subject, ...Subject[]]

/** The address of what an act was about, for what has a page of its own. */
export const pages: Partial<Record<Subject, string>> = {
  invoice: '/invoices/$id',
  estimate: '/estimates/$id',
  client: '/clients/$id',
  'recurring invoice': '/invoices/recurring/$id',
  template: '/invoices/templates/$id',
  expense: '/expenses/$id/edit',
  'recurring expense': '/expenses/recurring/$id',
  receipt: '/transactions/receipts/$id',
}

export interface Act {
  verb: Verb
  subject: Subject
  label: string
  count: number
}

/** What is said otherwise of one that has a name. */
const phrases: Partial<Record<Subject, Record<Verb, string>>> = {
  payment: {
    created: 'recorded a payment of',
    changed: 'changed a payment of',
    deleted: 'undid a payment of',
  },
  refund: { created: 'made a refund of', changed: 'changed a refund of', deleted: 'removed a refund of' },
  invitation: {
    created: 'invited',
    changed: 'changed the invitation of',
    deleted: 'withdrew the invitation of',
  },
  match: {
    created: 'matched the transaction',
    changed: 'changed the match of',
    deleted: 'undid the match of',
  },
  file: { created: 'added the file', changed: 'changed the file', deleted: 'removed the file' },
  member: { created: 'added', changed: 'changed the role of', deleted: 'removed' },
}

/** What a member did, after their name: "changed", "invoice 1A2B3C4D for Acme". The second half is what a link leads to. */
export function sentenceOf({ verb, subject, label, count }: Act): { does: string; what: string } {
  const naming: Naming = subjects[subject]
  if (naming.isSetting) return { does: 'changed', what: naming.one }
  if (count > 1) return { does: verb, what: `${count.toLocaleString('en-US')} ${naming.many}` }
  // The label says whether it was closed or reopened.
  if (subject === 'period') return { does: label || verb, what: 'a period' }
  // It is noted when it is confirmed and when it is undone.
  if (subject === 'import') {
    return { does: verb === 'deleted' ? 'undid the import of' : 'imported', what: label || 'a file' }
  }
  if (label === '') return { does: verb, what: `${/^[aeiou]/.test(naming.one) ? 'an' : 'a'} ${naming.one}` }
  const phrase = phrases[subject]
  const name = subject === 'payment' || subject === 'refund' ? `invoice ${label}` : label
  if (phrase) return { does: phrase[verb], what: name }
  return { does: verb, what: `${naming.one} ${subject === 'recurring invoice' ? 'for ' : ''}${label}` }
}
