import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { AdminLinks } from '../features/admin/web/admin-links.tsx'
import type { Session } from '../features/auth/contract.ts'
import { SignedIn } from '../features/auth/web/signed-in.tsx'
import type { ContactMessage } from '../features/contact/contract.ts'
import { AnswerDialog } from '../features/contact/web/answer-dialog.tsx'
import { createAnswerDrafts } from '../features/contact/web/answer-drafts.ts'
import { MessageList } from '../features/contact/web/message-list.tsx'
import { HelpVotesCard } from '../features/site/web/help/help-votes-card.tsx'
import { LeaveGuard } from '../web/forms/leave-guard.tsx'
import { Page } from '../web/layout/page.tsx'
import { Segmented } from '../web/ui/fields/segmented.tsx'
import { PageHeader } from '../web/ui/page-header.tsx'

const states = [
  { value: undefined, label: 'Open' },
  { value: 'answered', label: 'Answered' },
  { value: 'closed', label: 'Closed' },
] as const

/** /admin/messages, with the readers' feedback on the help center. */
export function AdminMessagesPage() {
  return <SignedIn>{(session) => <Messages session={session} />}</SignedIn>
}

function Messages({ session }: { session: Session }) {
  const { state } = useSearch({ from: '/admin/messages' })
  const navigate = useNavigate({ from: '/admin/messages' })
  const top = useRef<HTMLElement>(null)
  const [drafts] = useState(() => createAnswerDrafts(session.user.id))
  const [begun, setBegun] = useState(drafts.begun)
  // Kept after the dialog closes, so that its content stays during the animation.
  const [openMessage, setOpenMessage] = useState<ContactMessage>()
  const [isAnswering, setIsAnswering] = useState(false)
  return (
    <Page>
      <PageHeader
        above={<AdminLinks />}
        title="Contact Messages"
        description="Messages from visitors, and your answers."
      />
      <section ref={top} tabIndex={-1} aria-labelledby="message-list" className="flex flex-col gap-4">
        <h2 id="message-list" className="sr-only">
          List of messages
        </h2>
        <Segmented
          legend="Status"
          value={state}
          options={states}
          onValueChange={(next) => void navigate({ search: { state: next }, resetScroll: false })}
          className="sm:self-start"
        />
        <MessageList
          state={state ?? 'open'}
          timeZone={session.business.timeZone}
          begun={begun}
          onAnswer={(message) => {
            setOpenMessage(message)
            setIsAnswering(true)
          }}
          top={top}
        />
      </section>
      <HelpVotesCard />
      {openMessage && (
        <AnswerDialog
          key={openMessage.id}
          message={openMessage}
          drafts={drafts}
          open={isAnswering}
          onOpenChange={(open) => {
            setIsAnswering(open)
            setBegun(drafts.begun())
          }}
          fallbackFocus={top}
        />
      )}
      <LeaveGuard
        isDirty={drafts.isDirty}
        within="/admin/messages"
        description="Your answer hasn’t been sent and will be lost."
        onLeave={drafts.abandon}
      />
    </Page>
  )
}
