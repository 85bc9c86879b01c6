import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

/**
 * Returns the newest mail about something that the product has sent; undefined if there is none.
 * @param {string} folder of the built-in mailbox
 * @param {RegExp} subject
 */
export async function findMail(folder, subject) {
  for (const name of readdirSync(folder).toSorted().toReversed()) {
    const mail = await PostalMime.parse(readFileSync(join(folder, name)))
    if (subject.test(mail.subject ?? '')) return mail
  }
  return undefined
}

/**
 * Returns a mail that the product has sent, as an HTML page with its images inlined.
 * @param {string} folder of the built-in mailbox
 * @param {RegExp} subject
 */
export async function readMail(folder, subject) {
  const mail = await findMail(folder, subject)
  if (!mail) throw new Error(`there is no mail about ${subject}`)
  const pictures = mail.attachments.filter(({ contentId }) => contentId)
  return pictures.reduce((html, { contentId, mimeType, content }) => {
    const id = contentId?.replaceAll(/[<>]/g, '') ?? ''
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
    return html.replaceAll(`cid:${id}`, `data:${mimeType};base64,${bytes.toString('base64')}`)
  }, mail.html ?? '')
}
