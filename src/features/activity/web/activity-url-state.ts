import { type Subject, subjectNames } from '../rules.ts'

/** The filters in the URL of the page. */
export interface ActivityUrlState {
  member?: string | undefined
  subject?: Subject | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function readActivityUrlState({ member, subject }: Record<string, unknown>): ActivityUrlState {
  return {
    member: typeof member === 'string' && uuid.test(member) ? member : undefined,
    subject: subjectNames.find((name) => name === subject),
  }
}
