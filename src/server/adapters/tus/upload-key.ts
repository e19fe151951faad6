const folder = 'uploads/';

/** Where an upload lies in the storage: by its id alone, whatever its file is called. */
export const keyOfUpload = (id: string) => `${folder}${id}`;
export const idOfKey = (key: string) => key.slice(folder.length);
