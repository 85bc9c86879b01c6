export const maxMessageLength = 4000

/** How long a code can be entered, how many wrong ones end it, and how long a browser stays confirmed. */
export const codeMinutes = 10
export const maxCodeFailures = 5
export const deviceDays = 180

/** “j•••@acme.com”: enough to recognize one's own address, too little to learn it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email.slice(0, at)
  return `${first}•••${email.slice(at)}`
}
