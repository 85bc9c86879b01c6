import { FormSection, wholeRow } from '../../../web/forms/form-section.tsx'
import type { Attachment } from '../contract.ts'
import { AttachmentList, AttachmentUploads } from './attachment-list.tsx'
import { ownFileUrl } from './own-file-url.ts'
import { useAttachmentUploads } from './use-attachment-uploads.ts'

interface AttachmentsSectionProps {
  description: string
  files: readonly Attachment[]
  onChange: (change: (files: readonly Attachment[]) => readonly Attachment[]) => void
}

/** Files for what is not saved yet. They are attached when it is. */
export function AttachmentsSection({ description, files, onChange }: AttachmentsSectionProps) {
  const uploads = useAttachmentUploads((kept) => onChange((all) => [...all, kept]))
  return (
    <FormSection title="Files" description={description}>
      <div className={`${wholeRow} flex flex-col gap-2`}>
        <AttachmentList
          files={files}
          hrefOf={ownFileUrl}
          onRemove={({ id }) => onChange((all) => all.filter((file) => file.id !== id))}
        />
        <AttachmentUploads {...uploads} />
      </div>
    </FormSection>
  )
}
