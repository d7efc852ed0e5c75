//! Batches that were cut, joined, and written to files.

use std::io::Cursor;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_select::concat::concat_batches;

use crate::records::in_both_layouts;

fn through_a_stream(batch: &RecordBatch) -> RecordBatch {
    let mut bytes = Vec::new();
    let mut writer = StreamWriter::try_new(&mut bytes, &batch.schema()).unwrap();
    writer.write(batch).unwrap();
    writer.finish().unwrap();
    drop(writer);
    StreamReader::try_new(Cursor::new(bytes), None)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
}

fn through_a_file(batch: &RecordBatch) -> RecordBatch {
    let mut writer = FileWriter::try_new(Cursor::new(Vec::new()), &batch.schema()).unwrap();
    writer.write(batch).unwrap();
    writer.finish().unwrap();
    let bytes = writer.into_inner().unwrap();
    FileReader::try_new(bytes, None)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
}

in_both_layouts! {
    #[test]
    fn a_batch_survives_arrows_own_files() {
        for rows in [0, 1, 64, 100] {
            let units = Arc::new(hub(rows, |row| row % 5 == 0));
            let batch = batch(&units);
            let read = through_a_stream(&batch);
            assert_eq!(read, batch);
            assert_eq!(copy(&read), *units);
            assert_eq!(copy(&through_a_file(&batch)), *units);
        }
    }

    #[test]
    fn the_parts_of_a_batch_are_read_one_by_one() {
        let units = Arc::new(hub(100, |row| row % 5 == 0));
        let batch = batch(&units);
        let mut parts = AllHub::new();
        for first in (0..batch.num_rows()).step_by(7) {
            let part = batch.slice(first, 7.min(batch.num_rows() - first));
            let sent = through_a_stream(&part);
            read(&sent).ids("id").fill(&mut parts).unwrap();
        }
        assert_eq!(parts, *units);
    }

    #[test]
    fn batches_are_joined() {
        let units = Arc::new(hub(100, |row| row % 5 == 0));
        let batch = batch(&units);
        let (first, second) = (batch.slice(0, 33), batch.slice(33, batch.num_rows() - 33));
        let joined = concat_batches(&batch.schema(), [&first, &second]).unwrap();
        assert_eq!(joined, batch);
        assert_eq!(copy(&joined), *units);
    }
}
