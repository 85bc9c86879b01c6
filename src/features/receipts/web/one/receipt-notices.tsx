import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDate } from '../../../../shared/dates.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { textLink } from '../../../../web/ui/text-link.ts'
import { useMay } from '../../../auth/web/session.ts'
import type { Receipt } from '../../contract.ts'
import { receiptQuery } from '../receipt-api.ts'
import { receiptName } from '../receipt-text.ts'
import type { useFiling } from './use-filing.ts'

interface ReceiptNoticesProps {
  receipt: Receipt
  filing: ReturnType<typeof useFiling>
  canChange: boolean
  onDelete: () => void
}

export function ReceiptNotices({ receipt, filing, canChange, onDelete }: ReceiptNoticesProps) {
  const { state, problem, duplicateOf } = receipt
  return (
    <>
      {duplicateOf !== null && <DuplicateNotice id={duplicateOf} onDelete={onDelete} />}
      {state === 'unreadable' && (
        <Notice
          tone="attention"
          title="This receipt could not be read"
          actions={
            canChange && (
              <Button
                variant="secondary"
                size="sm"
                busy={filing.busy === 'read-again'}
                onClick={() => filing.run({ kind: 'read-again' })}
              >
                Read again
              </Button>
            )
          }
        >
          {problem} The file is kept.{canChange && ' You can fill in the fields yourself.'}
        </Notice>
      )}
    </>
  )
}

function DuplicateNotice({ id, onDelete }: { id: string; onDelete: () => void }) {
  const mayWrite = useMay('money.write')
  const { data: other } = useQuery(receiptQuery(id))
  return (
    <Notice
      tone="attention"
      title="You may have this receipt already"
      actions={
        mayWrite && (
          <Button variant="secondary" size="sm" onClick={onDelete}>
            Delete this one
          </Button>
        )
      }
    >
      It looks like{' '}
      <Link to="/transactions/receipts/$id" params={{ id }} className={textLink}>
        {other
          ? [receiptName(other), other.date && formatDate(other.date)].filter(Boolean).join(', ')
          : 'another one'}
      </Link>
      .
    </Notice>
  )
}
