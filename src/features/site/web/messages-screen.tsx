import { MessagesPage } from '../../contact/web/messages-page.tsx'
import { HelpVotesCard } from './help-votes-card.tsx'

/** /admin/messages with what readers say of the help center. */
export function MessagesScreen() {
  return <MessagesPage below={<HelpVotesCard />} />
}
