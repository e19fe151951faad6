import { answerTask } from '#web/features/upload/workers/worker-task.ts';
import { remuxSound } from './remux-sound.ts';

answerTask<Blob>(remuxSound);
