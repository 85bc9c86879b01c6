import { FileText, FileX } from 'lucide-react'
import { classNames } from '../../../../web/ui/class-names.ts'
import type { Receipt } from '../../contract.ts'
import { thumbnailUrl } from '../receipt-api.ts'

interface ReceiptThumbnailProps {
  receipt: Pick<Receipt, 'id' | 'state' | 'pages'>
  className: string
}

/** A small picture of a receipt. The text beside it says what it is. */
export function ReceiptThumbnail({ receipt, className }: ReceiptThumbnailProps) {
  const { id, state, pages } = receipt
  const Icon = state === 'unreadable' ? FileX : FileText
  return (
    <span
      className={classNames(
        'flex items-center justify-center overflow-hidden bg-surface-sunken text-muted',
        className,
      )}
    >
      {pages.length > 0 ? (
        <img src={thumbnailUrl(id)} alt="" loading="lazy" className="size-full object-cover object-top" />
      ) : (
        <Icon aria-hidden className="size-5" />
      )}
    </span>
  )
}
