import { Link } from '@tanstack/react-router'
import { textLink } from '../../../../web/ui/text-link.ts'

const place = 'email settings in Integrations'
const linked = 'Integrations'

/** Words about a mail: where they name the place to mend the mail account, they lead there. */
export function LinkedText({ words }: { words: string }) {
  // A reason that quotes a mail server comes before what we advise.
  const at = words.lastIndexOf(place)
  if (at === -1) return words
  const end = at + place.length
  return (
    <>
      {words.slice(0, end - linked.length)}
      <Link to="/integrations" search={{ tab: 'email' }} className={textLink}>
        {linked}
      </Link>
      {words.slice(end)}
    </>
  )
}
