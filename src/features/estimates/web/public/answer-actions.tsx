import { Check, X } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import type { PublicEstimate } from '../../public/contract.ts'
import { AcceptDialog } from '../answer/accept-dialog.tsx'
import { DeclineDialog } from '../answer/decline-dialog.tsx'
import { useAnswer } from '../answer/use-answer.ts'

interface AnswerActionsProps {
  id: string
  estimate: PublicEstimate
  /** Gets the focus when the buttons are gone. */
  answer: RefObject<HTMLDivElement | null>
  /** Called with why the answer did not count: it changed, expired or was answered meanwhile. */
  onOvertaken: (message: string | null) => void
}

/** Accept and Decline. Nothing is left of them once the estimate is answered or has expired. */
export function AnswerActions({ id, estimate, answer, onOvertaken }: AnswerActionsProps) {
  // Undefined until first opened.
  const [accepting, setAccepting] = useState<boolean>()
  const [declining, setDeclining] = useState<boolean>()
  const answering = useAnswer({
    id,
    version: estimate.version,
    onOvertaken: (message) => {
      setAccepting(false)
      setDeclining(false)
      onOvertaken(message)
    },
  })
  const isOpen = estimate.status === 'open'

  function start(open: (isOpen: boolean) => void) {
    answering.reset()
    onOvertaken(null)
    open(true)
  }

  const dialog = { document: estimate.document, answering, fallbackFocus: answer }
  return (
    <>
      {isOpen && (
        <div className="flex flex-col gap-2">
          <Button size="lg" onClick={() => start(setAccepting)}>
            <Check aria-hidden />
            Accept
          </Button>
          <Button variant="secondary" onClick={() => start(setDeclining)}>
            <X aria-hidden />
            Decline
          </Button>
        </div>
      )}
      {accepting !== undefined && <AcceptDialog {...dialog} open={accepting} onOpenChange={setAccepting} />}
      {declining !== undefined && <DeclineDialog {...dialog} open={declining} onOpenChange={setDeclining} />}
    </>
  )
}
