/** What can be out of date. The database tells by these names. */
export const topics = ['invoices', 'expenses', 'banks', 'mails'] as const
export type Topic = (typeof topics)[number]
