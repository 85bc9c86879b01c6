import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Button } from '../../../web/ui/button.tsx'
import { unseenQuery } from './comment-api.ts'
import { MentionsDialog } from './mentions-dialog.tsx'
import { showMentions } from './mentions-state.ts'

const countText = (unseen: number) =>
  unseen === 0 ? 'Mentions' : unseen === 1 ? '1 unread mention' : `${unseen} unread mentions`

function Count({ unseen }: { unseen: number }) {
  if (unseen === 0) return null
  return (
    <span
      aria-hidden
      className="flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent px-1 text-xs font-medium text-accent-foreground tabular-nums"
    >
      {unseen > 99 ? '99+' : unseen}
    </span>
  )
}

/** The bell in the header. On small screens only its list is here, which their menu opens. */
export function MentionsButton() {
  const unseen = useQuery(unseenQuery).data?.unseen ?? 0
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        className="relative max-lg:hidden"
        aria-label={countText(unseen)}
        aria-haspopup="dialog"
        title={countText(unseen)}
        onClick={() => showMentions(true)}
      >
        <Bell aria-hidden />
        <span className="absolute top-0 right-0">
          <Count unseen={unseen} />
        </span>
      </Button>
      <MentionsDialog />
    </>
  )
}

/** On the button of the small screens’ menu, which says in words how many there are. */
export function MentionsDot() {
  const unseen = useQuery(unseenQuery).data?.unseen ?? 0
  if (unseen === 0) return null
  return <span aria-hidden className="absolute top-1.5 right-1.5 size-2.5 rounded-full bg-accent" />
}

/** The same in the menu of small screens. */
export function MentionsItem({ onChoose }: { onChoose: () => void }) {
  const unseen = useQuery(unseenQuery).data?.unseen ?? 0
  return (
    <button
      type="button"
      aria-label={countText(unseen)}
      aria-haspopup="dialog"
      className="flex min-h-11 items-center gap-2 rounded-md px-3 font-medium text-foreground hover:bg-surface-sunken"
      onClick={() => {
        onChoose()
        showMentions(true)
      }}
    >
      Mentions
      <Count unseen={unseen} />
    </button>
  )
}
