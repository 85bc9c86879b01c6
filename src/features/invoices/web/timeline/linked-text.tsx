import { Link } from '@tanstack/react-router'
import { textLink } from '../../../../web/ui/text-link.ts'
import { useMay } from '../../../auth/web/session.ts'

const phrase = 'email settings in Integrations'
const linkText = 'Integrations'

/** Shows a text about a mail. If it mentions the email settings, the word Integrations becomes a link to them. */
export function LinkedText({ text }: { text: string }) {
  // The last match: a quoted mail server error comes before our own hint.
  const at = text.lastIndexOf(phrase)
  const maySet = useMay('keys.write')
  if (at === -1 || !maySet) return text
  const end = at + phrase.length
  return (
    <>
      {text.slice(0, end - linkText.length)}
      <Link to="/integrations" search={{ tab: 'email' }} className={textLink}>
        {linkText}
      </Link>
      {text.slice(end)}
    </>
  )
}
