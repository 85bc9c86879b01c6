import { Camera, Upload } from 'lucide-react'
import { FileButton } from '../../../../web/files/file-button.tsx'
import { receiptTypes } from './send-receipt.ts'

interface AddReceiptButtonsProps {
  onPhoto: (file: File) => void
  onFiles: (files: File[]) => void
  /** `false` where another button is the primary one. */
  primary?: boolean
  /** For a place that takes one receipt. */
  single?: boolean
}

/** On a phone the camera comes first; elsewhere there are files only. */
export function AddReceiptButtons({
  onPhoto,
  onFiles,
  primary = true,
  single = false,
}: AddReceiptButtonsProps) {
  const files = {
    icon: Upload,
    accept: receiptTypes,
    multiple: !single,
    onFiles,
    children: single ? 'Choose a file' : 'Add receipts',
  }
  return (
    <>
      <span className="hidden touch:contents">
        <FileButton
          icon={Camera}
          accept="image/*"
          camera
          variant={primary ? 'primary' : 'secondary'}
          onFiles={([photo]) => photo && onPhoto(photo)}
        >
          Take a photo
        </FileButton>
        <FileButton {...files} variant="secondary" />
      </span>
      <span className="contents touch:hidden">
        <FileButton {...files} variant={primary ? 'primary' : 'secondary'} />
      </span>
    </>
  )
}
