import type { Settings } from '../../settings.ts'
import { bucketStore } from './bucket-store.ts'
import { diskStore } from './disk-store.ts'
import type { ImageStore } from './image-store.ts'

export function imageStore({ uploads }: Pick<Settings, 'uploads'>): ImageStore {
  return 'folder' in uploads ? diskStore(uploads.folder) : bucketStore(uploads)
}
