import { mailKindText } from '../../admin-mail/web/mail-text.ts'
import type { AuditEntry } from '../contract.ts'

/** What else was noted of an action: "Kind: Test mail". */
export function detailText(details: Record<string, string>): string[] {
  return Object.entries(details).map(([name, value]) => {
    const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('-', ' ')
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${name === 'kind' ? mailKindText(value) : value}`
  })
}

/** What stands for an entry that names nobody: of a mail in the name of a business the address is not kept. */
export function namelessText({ details }: Pick<AuditEntry, 'details'>): string {
  return 'kind' in details ? 'A mail of a business' : '—'
}
