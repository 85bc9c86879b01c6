import { VideoCard } from './video-card.tsx'
import { videos } from './videos.ts'

export function VideoTutorials() {
  return (
    <section aria-labelledby="videos-title" className="flex flex-col gap-4">
      <div>
        <h2 id="videos-title" className="text-lg font-semibold tracking-tight text-foreground">
          Short videos
        </h2>
        <p className="mt-1 text-sm text-muted">Less than a minute each, without sound, with captions.</p>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {videos.map((video) => (
          <VideoCard key={video.slug} video={video} />
        ))}
      </div>
    </section>
  )
}
