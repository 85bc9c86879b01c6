import { capitalized } from '../../../web/format/capitalized.ts'
import { type Subject, subjects } from '../rules.ts'

/** As in a list to choose from: "Invoices", "Reminder settings". */
export function subjectLabel(subject: Subject): string {
  return capitalized(subjects[subject].many.replace(/^the /, ''))
}
