import type { Attachment } from '../contract.ts'
import { AttachmentList } from './attachment-list.tsx'

interface PublicFileListProps {
  files: readonly Attachment[]
  hrefOf: (file: Attachment) => string
}

/** The files that come with a document, on its public page. Shows nothing without files. */
export function PublicFileList({ files, hrefOf }: PublicFileListProps) {
  if (files.length === 0) return null
  return (
    <section aria-labelledby="files-of-document" className="border-t border-border pt-3 print:hidden">
      <h2 id="files-of-document" className="text-sm font-semibold text-foreground">
        Files
      </h2>
      <AttachmentList files={files} hrefOf={hrefOf} />
    </section>
  )
}
