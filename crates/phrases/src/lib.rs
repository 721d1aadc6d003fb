//! Every sentence that people read, in English, Dutch and Frisian.
